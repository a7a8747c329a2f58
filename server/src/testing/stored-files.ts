import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Club } from './club.ts'

/** The names of the files of pictures and recordings that are kept. */
export async function storedFiles({ services: { config } }: Pick<Club, 'services'>): Promise<string[]> {
  const folder = join(config.dataDir, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
