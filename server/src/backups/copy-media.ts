import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { parallelMap } from '#concurrency/parallel-map.ts'
import type { BackupFile } from './manifest.ts'
import { linkFile, sumOfFile, writeBackupFile } from './write-file.ts'
import type { StoredFiles } from '#media/stored-files.ts'

export type MediaFile = BackupFile & { key: string }

/** An older backup beside this one: what both have is kept once. */
export type PreviousBackup = { folder: string; files: Map<string, MediaFile> }

type Copying = {
  store: Pick<StoredFiles, 'open'>
  folder: string
  former: PreviousBackup | null
  /** What is here already, by key. */
  copied: Map<string, MediaFile>
  signal: AbortSignal
}

/** As on the disk of a site, so that the folder can also be copied there by hand. */
const pathOf = (key: string) => `media/${key.slice(0, 2)}/${key}`

/**
 * Brings these files into the backup, and answers which of them the store does not have. Files never change under their
 * key. Whatever it throws, nothing writes into the folder any more then.
 */
export async function copyMedia(copying: Copying, keys: string[]): Promise<string[]> {
  const missing: string[] = []
  const work = async (key: string, signal: AbortSignal) => {
    const file = (await linkPrevious(copying, key)) ?? (await copyFile({ ...copying, signal }, key))
    if (file) copying.copied.set(key, file)
    else missing.push(key)
  }
  const left = keys.filter((key) => !copying.copied.has(key))
  await parallelMap(left, work, copying.signal)
  return missing
}

async function linkPrevious({ folder, former }: Copying, key: string): Promise<MediaFile | null> {
  const known = former?.files.get(key)
  if (!former || !known) return null
  const target = join(folder, known.path)
  if (!(await linkFile(join(former.folder, known.path), target))) return null
  // An old backup may have decayed meanwhile.
  const found = await sumOfFile(target)
  if (found.sha256 === known.sha256 && found.bytes === known.bytes) return known
  await rm(target)
  return null
}

async function copyFile({ store, folder, signal }: Copying, key: string): Promise<MediaFile | null> {
  try {
    return { key, ...(await writeBackupFile(folder, pathOf(key), await store.open(key), signal)) }
  } catch (error) {
    // It was opened before it was there: what the backup's own folder lacks is another matter.
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw error
    await rm(join(folder, pathOf(key)), { force: true })
    return null
  }
}
