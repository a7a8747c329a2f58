import type { Readable } from 'node:stream'

/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }

/** True when all chunks of a stream have been consumed. */
export type IsTaken = () => boolean

/** Finished files, on disk or in a bucket. The server generates the keys, see `mediaKey`. */
export type StoredFiles = {
  /** Moves a temporary file into place, atomically and durably. Rejects with NotStored when the bucket rejects it. */
  putFile(key: string, tempPath: string): Promise<void>
  /**
   * Destroying the stream stops reading; it may reuse its buffer while `isTaken` returns true.
   * Rejects with ENOENT for a missing file, with ShortFile for an incomplete range.
   */
  open(key: string, range?: ByteRange, isTaken?: IsTaken): Promise<Readable>
  /** Makes a file available at a path: linked on disk, fetched from a bucket. Nobody may write to it. */
  copyTo(key: string, path: string): Promise<void>
  stat(key: string): Promise<{ bytes: number } | null>
  /** Deletes a file, if it exists. */
  delete(key: string): Promise<void>
  /** All stored files, unordered. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>
  /** The path below the root folder; null in a bucket. */
  placeOf(key: string): string | null
  /** Rejects when storage is unavailable. The result for a bucket is cached for some seconds. */
  reach(): Promise<void>
  close(): void
}
