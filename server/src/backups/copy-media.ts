import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { parallelMap } from '#concurrency/parallel-map.ts'
import type { BackupFile } from './manifest.ts'
import { linkFile, sumOfFile, writeBackupFile } from './write-file.ts'
import type { StoredFiles } from '#media/stored-files.ts'

export type MediaFile = BackupFile & { key: string }

/** The previous backup in the same folder. Files that both contain are hard-linked. */
export type PreviousBackup = { folder: string; files: Map<string, MediaFile> }

type Copying = {
  store: Pick<StoredFiles, 'open'>
  folder: string
  previous: PreviousBackup | null
  copied: Map<string, MediaFile>
  signal: AbortSignal
}

/** The same layout as on the site's disk, so that the folder can also be copied back by hand. */
const pathOf = (key: string) => `media/${key.slice(0, 2)}/${key}`

/** Returns the keys that the store lacks. When this throws, no copy is still being written. */
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

async function linkPrevious({ folder, previous }: Copying, key: string): Promise<MediaFile | null> {
  const known = previous?.files.get(key)
  if (!previous || !known) return null
  const target = join(folder, known.path)
  if (!(await linkFile(join(previous.folder, known.path), target))) return null
  // The previous copy may have been corrupted since.
  const found = await sumOfFile(target)
  if (found.sha256 === known.sha256 && found.bytes === known.bytes) return known
  await rm(target)
  return null
}

async function copyFile({ store, folder, signal }: Copying, key: string): Promise<MediaFile | null> {
  try {
    return { key, ...(await writeBackupFile(folder, pathOf(key), await store.open(key), signal)) }
  } catch (error) {
    // ENOENT means that the store lacks the file: it is read before anything is written.
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw error
    await rm(join(folder, pathOf(key)), { force: true })
    return null
  }
}
