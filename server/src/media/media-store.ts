import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openDiskFiles } from './disk-files.ts'
import type { BucketSettings } from '#config/media-settings.ts'
import type { StoredFiles } from './stored-files.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'

const staleMs = 60 * 60 * 1000

/**
 * Files in the making, for their owner only. What interrupted uploads left behind an hour ago or earlier is removed; all
 * of it where `isAlone` says that no other process works here.
 */
async function openTempFolder(folder: string, log: FastifyBaseLogger, isAlone = false) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const sweepTemp = async (oldest: Date) => {
    let swept = 0
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (!found || found.mtime >= oldest) continue
      await rm(path, { recursive: true, force: true })
      log.info({ name }, 'removed an unfinished upload')
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

/** Where the bytes of media are kept. What is uploaded always comes to this machine's disk first. */
export type MediaStore = StoredFiles & {
  /** A fresh path for a file in the making, on the same file system as the store. */
  tempPath(): string
  /** Removes a temporary file; one that is not there is fine. */
  discard(tempPath: string): Promise<void>
  /** Removes what has been in the making since before `oldest`, here and in the bucket; returns how much that was. */
  sweepTemp(oldest: Date): Promise<number>
}

/**
 * Media in `folder`: finished files in `files` or in the configured bucket, uploads in the making in `temp`. Throws
 * ConfigProblem when the bucket does not answer, or answers strangers.
 */
export async function openMediaStore(options: {
  folder: string
  s3?: BucketSettings | null
  log: FastifyBaseLogger
  /** True when no other process works in `folder`: what is in the making there is nobody's. */
  isAlone?: boolean
  /** True where nginx sends finished files: the group of this process may read them. */
  isForGroup?: boolean
}): Promise<MediaStore> {
  const { folder, s3, log, isAlone, isForGroup } = options
  const temp = await openTempFolder(join(folder, 'temp'), log, isAlone)
  const { takeBackUnfinished, ...files } = await openStoredFiles({ folder, s3, isForGroup })
  const sweepTemp = async (oldest: Date) => {
    const here = await temp.sweepTemp(oldest)
    return here + (await takeBackUnfinished(oldest))
  }
  return { ...files, ...temp, sweepTemp }
}

/** What a store was sent in part: takes back what was begun before `oldest`, and answers how much that was. */
type Unfinished = { takeBackUnfinished: (oldest: Date) => Promise<number> }

/** The finished files alone, for programs beside the site. Throws as `openMediaStore`. */
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
    return { ...(await openDiskFiles(join(folder, 'files'), isForGroup)), takeBackUnfinished: async () => 0 }
  // The client of the bucket is loaded by those alone who have one.
  const { openBucketFiles } = await import('./bucket-files.ts')
  return openBucketFiles(s3)
}
