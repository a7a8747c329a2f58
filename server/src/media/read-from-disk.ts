import { read } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from './media-store.ts'

/** Measured: 256 KB reads serve as fast as larger ones. */
const readBytes = 256 * 1024

/**
 * Streams a file, or a part of it, and reads nothing ahead: who does not take what they asked for costs one read of
 * memory (Node's own file stream: two). Rejects with ENOENT when there is no such file.
 */
export async function readFromDisk(path: string, range?: ByteRange): Promise<Readable> {
  const file = await open(path)
  let position = range?.start ?? 0
  let left = range ? range.end - range.start + 1 : Infinity
  let reading: Promise<void> | null = null

  const nextPart = (stream: Readable) =>
    new Promise<void>((done) => {
      const wanted = Math.min(readBytes, left)
      read(file.fd, Buffer.allocUnsafeSlow(wanted), 0, wanted, position, (error, bytesRead, buffer) => {
        done()
        if (error) return stream.destroy(error)
        position += bytesRead
        left -= bytesRead
        return stream.push(bytesRead > 0 ? buffer.subarray(0, bytesRead) : null)
      })
    })
  return new Readable({
    highWaterMark: 0,
    read() {
      if (left === 0) this.push(null)
      else reading = nextPart(this)
    },
    destroy(error, callback) {
      void closed(file, reading).then(() => callback(error), callback)
    },
  })
}

/** A file is closed only when nothing is read from it any more: its number may be another file's right afterwards. */
async function closed(file: FileHandle, reading: Promise<void> | null) {
  await reading
  await file.close()
}
