import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk

/** A chunk and everything it imports before it can run, by file name. */
export function reach(bundle: Rolldown.OutputBundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (seen.has(file) || chunk?.type !== 'chunk') return seen
  seen.add(file)
  for (const next of chunk.imports) reach(bundle, next, seen)
  return seen
}

/** What a file is asked for: the one module it was split off for, or any of those that were put together in it. */
export const requestedModules = ({ facadeModuleId, moduleIds }: Chunk): string[] =>
  facadeModuleId ? [facadeModuleId] : moduleIds
