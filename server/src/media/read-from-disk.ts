import { close, fstat, open as openFile, read } from 'node:fs'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { ByteRange, IsTaken } from './stored-files.ts'
import { ShortFile } from './storage-errors.ts'

const open = promisify(openFile)
const stat = promisify(fstat)
const closeFile = promisify(close)

/** Each stalled reader holds this much. It costs a quarter more CPU time than 256 KB, but memory runs out first. */
export const readBytes = 128 * 1024

/**
 * Reads nothing ahead: a stalled reader costs one buffer, which is reused while `isTaken` returns true.
 * Rejects with ENOENT or ShortFile; a file that shrinks while it is read fails the stream.
 */
export async function readFromDisk(
  path: string,
  range?: ByteRange,
  isTaken: IsTaken = () => false,
): Promise<Readable> {
  const file = await open(path, 'r')
  if (range && (await stat(file)).size <= range.end) {
    await closeFile(file)
    throw new ShortFile(path)
  }
  let position = range?.start ?? 0
  let left = range ? range.end - range.start + 1 : Infinity
  let memory = Buffer.alloc(0)
  let isReading = false
  let afterRead: (() => void) | null = null

  return new Readable({
    highWaterMark: 0,
    read() {
      const length = Math.min(readBytes, left)
      if (length === 0) {
        this.push(null)
        return
      }
      // Data queued in this stream has not been handed over yet.
      const isFree = this.readableLength === 0 && isTaken()
      if (length > memory.length || !isFree) memory = Buffer.allocUnsafeSlow(length)
      isReading = true
      read(file, memory, 0, length, position, (error, bytesRead, buffer) => {
        isReading = false
        position += bytesRead
        left -= bytesRead
        if (afterRead) afterRead()
        else if (error) this.destroy(error)
        else if (bytesRead === 0 && range) this.destroy(new ShortFile(path))
        else this.push(bytesRead > 0 ? buffer.subarray(0, bytesRead) : null)
      })
    },
    destroy(error, done) {
      const finish = () => close(file, (problem) => done(error ?? problem))
      // Closing during a read could hit a reused file descriptor.
      if (isReading) afterRead = finish
      else finish()
    },
  })
}
