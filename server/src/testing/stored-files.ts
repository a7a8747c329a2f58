import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Club } from './club.ts'

type Asked = Pick<Club, 'services'>

/** The keys of all finished files of media in a club, wherever it keeps them, in order. */
export async function storedKeys({ services: { media } }: Asked): Promise<string[]> {
  const keys = []
  for await (const { key } of media.list()) keys.push(key)
  return keys.toSorted()
}

/** The names of what is still in the making on a club's disk: uploads in parts, or files on their way into the store. */
export async function unfinishedFiles(
  { services: { config } }: Asked,
  where: 'parts' | 'temp',
): Promise<string[]> {
  return readdir(join(config.dataDir, 'media', where)).catch(() => [])
}
