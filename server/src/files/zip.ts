import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file for the zip. With `bytes` it is stored uncompressed and must have exactly that length. */
export type ZipEntry = { name: string; writtenAt: Date; bytes?: number; open: () => Promise<Readable> }

/** Opens one entry at a time. Destroying the stream stops reading; an unreadable entry destroys it. */
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
    // The stream may close while the entry is opened, and emits no second event.
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
