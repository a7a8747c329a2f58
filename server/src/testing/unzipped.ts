import { crc32, inflateRawSync } from 'node:zlib'

/** Reads a zip by its central directory and verifies every checksum. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const { at, count } = directoryOf(zip)
  const files = new Map<string, Buffer>()
  let from = at
  for (let number = 0; number < count; number += 1) {
    if (zip.readUInt32LE(from) !== 0x02014b50) throw new Error('this is no entry of a zip')
    const [packing, sum, packed] = [
      zip.readUInt16LE(from + 10),
      zip.readUInt32LE(from + 16),
      zip.readUInt32LE(from + 20),
    ]
    const lengths = [28, 30, 32].map((field) => zip.readUInt16LE(from + field))
    const local = zip.readUInt32LE(from + 42)
    const name = zip.toString('utf8', from + 46, from + 46 + lengths[0]!)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const stored = zip.subarray(start, start + packed)
    const bytes = packing === 8 ? inflateRawSync(stored) : stored
    if (crc32(bytes) !== sum) throw new Error(`${name} is damaged`)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, Buffer.from(bytes))
    from += 46 + lengths.reduce((total, length) => total + length, 0)
  }
  return files
}

function directoryOf(zip: Buffer) {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0) throw new Error('this is no whole zip')
  return { at: zip.readUInt32LE(end + 16), count: zip.readUInt16LE(end + 10) }
}
