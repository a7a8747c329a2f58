import { Readable } from 'node:stream'
import { readBytes } from './read-from-disk.ts'

/**
 * Passes on what a bucket answers in pieces as large as those of a disk, each when the one before is taken. Of what
 * comes as it likes more is under way to a slow reader when their access ends, and nobody can take it back: measured,
 * 2.6 MB, and 0.7 MB of this. Destroying it ends the answer.
 */
export function inPieces(answer: Readable): Readable {
  const chunks: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]()
  return new Readable({
    highWaterMark: 0,
    async read() {
      const piece: Buffer[] = []
      let bytes = 0
      try {
        while (bytes < readBytes) {
          const { value, done } = await chunks.next()
          if (done) break
          piece.push(value)
          bytes += value.length
        }
        this.push(bytes > 0 ? Buffer.concat(piece) : null)
      } catch (error) {
        this.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    },
    destroy(error, done) {
      answer.destroy()
      done(error)
    },
  })
}
