import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file to be put into a zip. With `bytes` it is stored as it is, and must be exactly so long; else it is packed. */
export type ZipEntry = { name: string; writtenAt: Date; bytes?: number; open: () => Promise<Readable> }

/**
 * A zip of entries as a stream, in Zip64 where they need it: one entry is open at a time, and read no faster than the
 * stream is. Destroying the stream ends the reading; an entry that cannot be read ends the stream with its error.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  // It is a PassThrough; the types of the package only promise less.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const stream = zip.outputStream as Readable
  const fail = (error: unknown) =>
    void stream.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  void addAll(zip, stream, entries).catch(fail)
  return stream
}

async function addAll(zip: ZipFile, stream: Readable, entries: AsyncIterable<ZipEntry>) {
  for await (const { name, writtenAt, bytes, open } of entries) {
    if (stream.destroyed) return
    const source = await open()
    const stop = () => void source.destroy()
    // Gone while it was being opened: nothing says so once more.
    if (stream.destroyed) {
      stop()
      return
    }
    stream.once('close', stop)
    zip.addReadStream(source, name, {
      mtime: writtenAt,
      compress: bytes === undefined,
      ...(bytes === undefined ? {} : { size: bytes }),
    })
    try {
      await finished(source, { writable: false })
    } catch (error) {
      if (stream.destroyed) return
      throw error
    } finally {
      stream.off('close', stop)
    }
  }
  if (!stream.destroyed) zip.end()
}
