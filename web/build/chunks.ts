import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk

export function reach(bundle: Rolldown.OutputBundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (seen.has(file) || chunk?.type !== 'chunk') return seen
  seen.add(file)
  for (const next of chunk.imports) reach(bundle, next, seen)
  return seen
}

/** Returns the facade module of a chunk, or all modules of a combined one. */
export const requestedModules = ({ facadeModuleId, moduleIds }: Chunk): string[] =>
  facadeModuleId ? [facadeModuleId] : moduleIds
