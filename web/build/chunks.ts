import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk

/** Returns a chunk and its static imports by file name. */
export function reach(bundle: Rolldown.OutputBundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (seen.has(file) || chunk?.type !== 'chunk') return seen
  seen.add(file)
  for (const next of chunk.imports) reach(bundle, next, seen)
  return seen
}

/** Returns the modules a chunk is requested for: its facade module, or all modules of a combined chunk. */
export const requestedModules = ({ facadeModuleId, moduleIds }: Chunk): string[] =>
  facadeModuleId ? [facadeModuleId] : moduleIds
