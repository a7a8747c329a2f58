import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isBackupFailure } from './backup-failure.ts'
import type { PreviousBackup } from './copy-media.ts'
import { readManifest } from './manifest.ts'

/** The name prefix of a backup that is being made or deleted. */
export const unfinished = '.unfinished-'

const form = /^touchline-\d{4}-\d\d-\d\dT\d{6}Z$/

/** For example `touchline-2026-11-22T173000Z`, by the second of the dump. */
export const nameOf = (createdAt: string) =>
  `touchline-${createdAt.slice(0, 10)}T${createdAt.slice(11, 19).replaceAll(':', '')}Z`

/** The names of the backups in a folder, oldest first. */
export const backupsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => form.test(name)).toSorted()

/** The name prefix of a copy that is being verified. */
export const verifying = '.verifying-'

/** Returns how many folders it deleted. The caller must hold the folder's lock. */
export async function clearUnfinished(folder: string, begun = unfinished): Promise<number> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(begun))
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return left.length
}

/** Deletes all backups except the newest `keep` and returns their names. */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const old = (await backupsIn(folder)).slice(0, -keep)
  for (const name of old) await remove(folder, name)
  return old
}

export async function deleteOlder(folder: string, oldest: Date): Promise<void> {
  const first = nameOf(oldest.toISOString())
  for (const name of await backupsIn(folder)) if (name < first) await remove(folder, name)
}

/** Renames a backup before deleting it, so that a half-deleted one is not taken for a backup. */
async function remove(folder: string, name: string): Promise<void> {
  const going = join(folder, unfinished + name)
  await rename(join(folder, name), going)
  await rm(going, { recursive: true, force: true })
}

/** The newest readable backup in a folder, whose media can be linked instead of copied; null without one. */
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
