import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openDiskFiles } from './disk-files.ts'
import type { BucketSettings } from '#config/media-settings.ts'
import type { StoredFiles } from './stored-files.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'

const staleMs = 60 * 60 * 1000

/** Removes files older than an hour, or all when `isAlone` says that no other process uses the folder. */
async function openTempFolder(folder: string, log: FastifyBaseLogger, isAlone = false) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const sweepTemp = async (oldest: Date) => {
    let swept = 0
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (!found || found.mtime >= oldest) continue
      await rm(path, { recursive: true, force: true })
      log.info({ name }, 'deleted an unfinished upload')
      swept += 1
    }
    return swept
  }
  await sweepTemp(isAlone ? new Date(8.64e15) : new Date(Date.now() - staleMs))
  return {
    tempPath: () => join(folder, randomBytes(16).toString('hex')),
    discard: (tempPath: string) => rm(tempPath, { force: true }),
    sweepTemp,
  }
}

/** The media store. Uploads always go to the local disk first. */
export type MediaStore = StoredFiles & {
  /** A new temporary path, on the same file system as the store. */
  tempPath(): string
  discard(tempPath: string): Promise<void>
  /** Deletes temporary files and unfinished bucket uploads older than `oldest`. Returns their number. */
  sweepTemp(oldest: Date): Promise<number>
}

/** Finished files go to `files` or the bucket, temporary ones to `temp`. Throws ConfigProblem for an unfit bucket. */
export async function openMediaStore(options: {
  folder: string
  s3?: BucketSettings | null
  log: FastifyBaseLogger
  /** True when no other process uses `folder`, so that all temporary files are stale. */
  isAlone?: boolean
  /** True when nginx sends the files, so that its group must be able to read them. */
  isForGroup?: boolean
}): Promise<MediaStore> {
  const { folder, s3, log, isAlone, isForGroup } = options
  const temp = await openTempFolder(join(folder, 'temp'), log, isAlone)
  const { abortUnfinished, ...files } = await openStoredFiles({ folder, s3, isForGroup })
  const sweepTemp = async (oldest: Date) => {
    const here = await temp.sweepTemp(oldest)
    return here + (await abortUnfinished(oldest))
  }
  return { ...files, ...temp, sweepTemp }
}

type Unfinished = { abortUnfinished: (oldest: Date) => Promise<number> }

/** Opens the finished files only, for separate commands. Throws as `openMediaStore` does. */
export async function openStoredFiles({
  folder,
  s3,
  isForGroup,
}: {
  folder: string
  s3?: BucketSettings | null | undefined
  isForGroup?: boolean | undefined
}): Promise<StoredFiles & Unfinished> {
  if (!s3)
    return { ...(await openDiskFiles(join(folder, 'files'), isForGroup)), abortUnfinished: async () => 0 }
  // Load the S3 client only when it is needed.
  const { openBucketFiles } = await import('./bucket-files.ts')
  return openBucketFiles(s3)
}
