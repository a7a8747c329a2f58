import { copyFile, link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'

type Place = { config: Pick<Config, 'dataDir'> }

// On the same disk as stored media, so that a finished part can be linked instead of copied.
const folderOf = ({ config }: Place) => join(config.dataDir, 'media', 'parts')

/** The path of an upload's received bytes. `id` must have the form of an upload id. */
export const partPath = (place: Place, id: string) => join(folderOf(place), id)

export const makePartsFolder = (place: Place) => mkdir(folderOf(place), { recursive: true, mode: 0o700 })

/** The number of received bytes, or null without a file. */
export async function arrivedBytes(place: Place, id: string): Promise<number | null> {
  const found = await stat(partPath(place, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found && found.size
}

export const removePart = (place: Place, id: string) => rm(partPath(place, id), { force: true })

export const listParts = (place: Place): Promise<string[]> =>
  readdir(folderOf(place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Copies where links are unsupported. Refreshes the age first: the sweep must not see an old file here. */
export async function linkPart(place: Place, id: string, path: string): Promise<void> {
  const part = partPath(place, id)
  const now = new Date()
  await utimes(part, now, now)
  await link(part, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error
    return copyFile(part, path)
  })
}
