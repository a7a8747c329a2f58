import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Club } from './club.ts'

type Asked = Pick<Club, 'services'>

/** The sorted keys of a club's stored media files. */
export async function storedKeys({ services: { media } }: Asked): Promise<string[]> {
  const keys = []
  for await (const { key } of media.list()) keys.push(key)
  return keys.toSorted()
}

/** The names of temporary files on a club's disk: partial uploads and files on their way to the store. */
export async function unfinishedFiles(
  { services: { config } }: Asked,
  where: 'parts' | 'temp',
): Promise<string[]> {
  return readdir(join(config.dataDir, 'media', where)).catch(() => [])
}
