import { copyFile, link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'

type Place = { config: Pick<Config, 'dataDir'> }

// Beside the stored media, so that a finished part can be linked instead of copied.
const folderOf = ({ config }: Place) => join(config.dataDir, 'media', 'parts')

/** Where what has arrived of an upload lies; `id` must be of the form of upload ids. */
export const partPath = (place: Place, id: string) => join(folderOf(place), id)

export const makePartsFolder = (place: Place) => mkdir(folderOf(place), { recursive: true, mode: 0o700 })

/** How many bytes of an upload have arrived, or null when nothing is there. */
export async function arrivedBytes(place: Place, id: string): Promise<number | null> {
  const found = await stat(partPath(place, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found && found.size
}

/** Removes what has arrived of an upload; nothing there is fine. */
export const removePart = (place: Place, id: string) => rm(partPath(place, id), { force: true })

/** The ids of all uploads something has arrived of. */
export const partsThere = (place: Place): Promise<string[]> =>
  readdir(folderOf(place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/**
 * Gives a part a second name, under which it can be moved away; where the disk has no links it is copied. Its age begins
 * anew, and before there is a second name: what arrived a day ago must at no moment look left behind.
 */
export async function linkPart(place: Place, id: string, path: string): Promise<void> {
  const part = partPath(place, id)
  const now = new Date()
  await utimes(part, now, now)
  await link(part, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error
    return copyFile(part, path)
  })
}
