import type { FileHandle } from 'node:fs/promises'

export type MatroskaContents = { hasVideo: boolean; hasSound: boolean; isWebm: boolean }

type Element = { id: number; from: number; to: number }

const ids = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
}
const trackTypes = { video: 1, sound: 2 }
const maxElements = 1000

export const isMatroska = (head: Buffer): boolean => head.length > 4 && head.readUInt32BE(0) === ids.head

/** Reads an EBML variable-length integer of one to eight bytes. An id keeps the length marker, a size does not. */
function numberAt(bytes: Buffer, at: number) {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || at + length > bytes.length) return null
  const rest = bytes.subarray(at + 1, at + length)
  const isUnknown = rest.every((byte) => byte === 0xff) && first === 0xff >> (length - 1)
  const combined = (start: number) => rest.reduce((sum, byte) => sum * 256 + byte, start)
  return { id: combined(first), size: combined(first & (0x7f >> (length - 1))), isUnknown, length }
}

/** Reads the tracks of a Matroska or WebM file from its element headers, up to the first cluster. */
export async function matroskaContents(file: FileHandle, bytes: number): Promise<MatroskaContents> {
  const found: MatroskaContents = { hasVideo: false, hasSound: false, isWebm: false }
  let left = maxElements

  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }
  async function* elementsIn({ from, to }: Pick<Element, 'from' | 'to'>): AsyncGenerator<Element> {
    for (let at = from; at < to && left > 0; left -= 1) {
      const head = await read(at, 12)
      const id = numberAt(head, 0)
      const size = id && numberAt(head, id.length)
      if (!size) return
      const start = at + id.length + size.length
      const end = size.isUnknown ? to : start + size.size
      yield { id: id.id, from: start, to: Math.min(to, end) }
      at = end
    }
  }

  for await (const top of elementsIn({ from: 0, to: bytes })) {
    if (top.id === ids.head)
      for await (const { id, from, to } of elementsIn(top))
        if (id === ids.docType)
          found.isWebm = (await read(from, Math.min(to - from, 8))).toString('latin1') === 'webm'
    if (top.id !== ids.segment) continue
    for await (const part of elementsIn(top)) {
      if (part.id === ids.cluster) return found
      if (part.id !== ids.tracks) continue
      for await (const track of elementsIn(part))
        for await (const { id, from } of elementsIn(track)) {
          if (id !== ids.trackType) continue
          const [kind] = await read(from, 1)
          if (kind === trackTypes.video) found.hasVideo = true
          if (kind === trackTypes.sound) found.hasSound = true
        }
      return found
    }
  }
  return found
}
