import type { Readable } from 'node:stream'

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
