import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { openDiskFiles } from './disk-files.ts'
import type { BucketSettings } from './settings.ts'
import { openTempFolder } from './temp-folder.ts'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** Whether nobody needs what a stream has given so far any more. */
export type IsTaken = () => boolean

/** Where finished files are: a folder of this machine, or a bucket. Keys are made by the server, see `mediaKey`. */
export type StoredFiles = {
  /**
   * Moves a finished temporary file into place, whole or not at all, and to stay: a power cut afterwards does not undo
   * it. The temporary file is gone afterwards. Rejects with NotStored when a bucket does not take it.
   */
  putFile(key: string, tempPath: string): Promise<void>
  /**
   * Streams a file or a part of it; destroying the stream ends the reading. Where `isTaken` is given and true the
   * stream may overwrite the parts it has given. Rejects with ENOENT when there is none, with ShortFile when the part is
   * not all there.
   */
  open(key: string, range?: ByteRange, isTaken?: IsTaken): Promise<Readable>
  /** Size in bytes, or null when there is no such file. */
  stat(key: string): Promise<{ bytes: number } | null>
  /** Removes a file; one that is not there is fine. */
  delete(key: string): Promise<void>
  /** Every stored file, in no order. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>
  /** Where a file is below the folder of all files; null where files are not on this machine's disk. */
  placeOf(key: string): string | null
  /** Rejects where files can be neither read nor placed now; a bucket is asked once in some seconds. */
  reach(): Promise<void>
  /** Lets go of connections. */
  close(): void
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
