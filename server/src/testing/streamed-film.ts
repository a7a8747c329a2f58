import { createDecipheriv } from 'node:crypto'
import { madeByFfmpeg } from './clips.ts'

/** Reads a size of a stream as a player does, and returns it decrypted as an MP4. */
export async function streamedFilm(
  bytesAt: (url: string) => Promise<Buffer>,
  streamUrl: string,
  side?: number,
): Promise<Buffer> {
  const base = streamUrl.slice(0, streamUrl.lastIndexOf('/') + 1)
  const main = (await bytesAt(streamUrl)).toString()
  const name = side === undefined ? /^stream-\d+$/m.exec(main)![0] : `stream-${side}`
  const playlist = (await bytesAt(base + name)).toString()
  const key = await bytesAt(`${base}stream-key`)
  const clear: Buffer[] = []
  for (const [, iv, segment] of playlist.matchAll(/IV=0x([0-9a-f]{32})\n#EXTINF[^\n]*\n(\S+)/g)) {
    const decipher = createDecipheriv('aes-128-cbc', key, Buffer.from(iv!, 'hex'))
    clear.push(decipher.update(await bytesAt(base + segment!)), decipher.final())
  }
  return madeByFfmpeg(['-f', 'mpegts', '-i', 'given', '-c', 'copy'], 'mp4', Buffer.concat(clear))
}
