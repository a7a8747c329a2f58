import type { FileHandle } from 'node:fs/promises'

/** The contents of an MP4-family file, regardless of its brand. */
export type IsoContents = { hasVideo: boolean; hasSound: boolean; itemTypes: Set<string> }

type Box = { type: string; from: number; to: number }

const maxBoxes = 2000
/** Video tracks that hold covers and chapter pictures, or the films of older cameras. */
const stillCodecs = new Set(['jpeg', 'png ', 'mjpa', 'mjpb'])
const topLevel = new Set([
  'ftyp',
  'moov',
  'mdat',
  'free',
  'skip',
  'wide',
  'pnot',
  'meta',
  'moof',
  'sidx',
  'uuid',
  'styp',
])

export const isIso = (head: Buffer): boolean => topLevel.has(head.toString('latin1', 4, 8))

/** Reads the box headers of MP4, MOV, 3GP, HEIF and AVIF. Ignores damaged or truncated boxes. */
export async function isoContents(file: FileHandle, bytes: number): Promise<IsoContents> {
  const found: IsoContents = { hasVideo: false, hasSound: false, itemTypes: new Set() }
  let left = maxBoxes

  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }
  async function* boxesIn({ from, to }: Pick<Box, 'from' | 'to'>): AsyncGenerator<Box> {
    for (let at = from; at + 8 <= to && left > 0; left -= 1) {
      const head = await read(at, 16)
      if (head.length < 8) return
      const short = head.readUInt32BE(0)
      const isLong = short === 1 && head.length === 16
      const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short
      const start = at + (isLong ? 16 : 8)
      if (size < start - at) return
      yield { type: head.toString('latin1', 4, 8), from: start, to: Math.min(to, at + size) }
      at += size
    }
  }
  const childOf = async (box: Box, type: string) => {
    for await (const child of boxesIn(box)) if (child.type === type) return child
    return null
  }
  const descendantOf = async (box: Box, path: string[]) => {
    let at: Box | null = box
    for (const type of path) at = at && (await childOf(at, type))
    return at
  }

  /** Whether a track has at least one picture a second, which covers and chapters do not. */
  async function isFilm(media: Box) {
    const header = await childOf(media, 'mdhd')
    const sizes = await descendantOf(media, ['minf', 'stbl', 'stsz'])
    if (!header || !sizes) return false
    const [times, counts] = [await read(header.from, 32), await read(sizes.from, 12)]
    if (times.length < 32 || counts.length < 12) return false
    const [timescale, duration] =
      times[0] === 1
        ? [times.readUInt32BE(20), Number(times.readBigUInt64BE(24))]
        : [times.readUInt32BE(12), times.readUInt32BE(16)]
    const pictures = counts.readUInt32BE(8)
    return pictures > 1 && pictures * timescale >= duration
  }

  async function readTrack(track: Box) {
    const media = await childOf(track, 'mdia')
    const handler = media && (await childOf(media, 'hdlr'))
    if (!handler) return
    const kind = (await read(handler.from + 8, 4)).toString('latin1')
    const samples = await descendantOf(media, ['minf', 'stbl', 'stsd'])
    const codec = samples ? (await read(samples.from + 12, 4)).toString('latin1') : ''
    if (kind === 'soun') found.hasSound = true
    if (kind === 'vide' && (!stillCodecs.has(codec) || (await isFilm(media)))) found.hasVideo = true
    if (kind === 'pict') found.itemTypes.add(codec)
  }

  async function readItems(meta: Box) {
    const infos = await childOf({ ...meta, from: meta.from + 4 }, 'iinf')
    if (!infos) return
    const [version = 0] = await read(infos.from, 1)
    for await (const item of boxesIn({ ...infos, from: infos.from + (version === 0 ? 6 : 8) })) {
      const info = await read(item.from, 14)
      // Version 3 uses a four-byte id, version 2 two bytes.
      const at = info[0] === 3 ? 10 : 8
      found.itemTypes.add(info.toString('latin1', at, at + 4))
    }
  }

  for await (const box of boxesIn({ from: 0, to: bytes })) {
    if (box.type === 'meta') await readItems(box)
    if (box.type !== 'moov') continue
    for await (const child of boxesIn(box)) if (child.type === 'trak') await readTrack(child)
    if (found.hasVideo || found.hasSound) break
  }
  return found
}
