import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isBackupFailure } from './backup-failure.ts'
import type { PreviousBackup } from './copy-media.ts'
import { readManifest } from './manifest.ts'

/** How the name of a backup begins while it is made, or taken away. */
export const unfinished = '.unfinished-'

const form = /^touchline-\d{4}-\d\d-\d\dT\d{6}Z$/

/** `touchline-2026-11-22T173000Z`, by the second the database is of. */
export const nameOf = (createdAt: string) =>
  `touchline-${createdAt.slice(0, 10)}T${createdAt.slice(11, 19).replaceAll(':', '')}Z`

/** The backups in a folder, the oldest first. */
export const backupsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => form.test(name)).toSorted()

/** How the name of a copy begins while a backup is looked at. */
export const verifying = '.verifying-'

/** Clears away what was begun, under a name that begins so, and cut off. Only while nobody else is at that work there. */
export async function clearUnfinished(folder: string, begun = unfinished): Promise<number> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(begun))
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return left.length
}

/** Removes all backups but the newest `keep`, and answers which. */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const old = (await backupsIn(folder)).slice(0, -keep)
  for (const name of old) await remove(folder, name)
  return old
}

/** Removes the backups of before `oldest`. */
export async function deleteOlder(folder: string, oldest: Date): Promise<void> {
  const first = nameOf(oldest.toISOString())
  for (const name of await backupsIn(folder)) if (name < first) await remove(folder, name)
}

/** One that is half removed has no name of a backup. */
async function remove(folder: string, name: string): Promise<void> {
  const going = join(folder, unfinished + name)
  await rename(join(folder, name), going)
  await rm(going, { recursive: true, force: true })
}

/** The newest backup in a folder, whose media need not be copied again; null where there is none that can be read. */
export async function newestIn(folder: string): Promise<PreviousBackup | null> {
  const name = (await backupsIn(folder)).at(-1)
  if (!name) return null
  try {
    const { media } = await readManifest(join(folder, name))
    return { folder: join(folder, name), files: new Map(media.files.map((file) => [file.key, file])) }
  } catch (error) {
    if (isBackupFailure(error)) return null
    throw error
  }
}
