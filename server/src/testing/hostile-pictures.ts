import { createDeflate, crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Must never leave the server again; every corner of `photographed` contains it. */
export const secret = 'Sekret Person'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of black and white pixels; one of 900 million takes a hundred kilobytes. */
export async function hugePng(side: number): Promise<Buffer> {
  const packed = createDeflate()
  const rows = Buffer.alloc(1 + Math.ceil(side / 8))
  const parts: Buffer[] = []
  packed.on('data', (part: Buffer) => parts.push(part))
  for (let row = 0; row < side; row += 1)
    if (!packed.write(rows)) await new Promise((drained) => packed.once('drain', drained))
  await new Promise((end) => packed.once('end', end).end())
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(parts)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG header of 65,535 by 65,535 pixels with almost no data. */
export const hugeJpeg = () =>
  Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffdb004300' +
      '01'.repeat(64) +
      'ffc0000b08ffffffff01011100ffc40014000100000000000000000000000000000009' +
      'ffc40014100100000000000000000000000000000000ffda0008010100003f0037ffd9',
    'hex',
  )

/** A GIF of one pixel with this many frames, each shown for `wait` hundredths of a second. */
export function longGif(frames: number, wait = 1): Buffer {
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex')
  frame.writeUInt16LE(wait, 4)
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from('01000100800000000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ])
}

const ifd = (entries: [tag: number, type: number, count: number, value: number][], next: number) => {
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4)
  bytes.writeUInt16BE(entries.length, 0)
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 2 + index * 12
    bytes.writeUInt16BE(tag, at)
    bytes.writeUInt16BE(type, at + 2)
    bytes.writeUInt32BE(count, at + 4)
    // A short is stored in the first of its four bytes.
    if (type === 3) bytes.writeUInt16BE(value, at + 8)
    else bytes.writeUInt32BE(value, at + 8)
  }
  bytes.writeUInt32BE(next, bytes.length - 4)
  return bytes
}

/** EXIF as a phone writes it: rotated by 90 degrees, with author, location and thumbnail. */
function exifOf(thumbnail: Buffer): Buffer {
  const artist = Buffer.from(`${secret}\0`, 'latin1')
  const degrees = Buffer.alloc(24)
  for (const [index, number] of [51, 1, 30, 1, 0, 1].entries()) degrees.writeUInt32BE(number, index * 4)
  const [ifd0At, ifd0Bytes, gpsBytes, ifd1Bytes] = [8, 2 + 36 + 4, 2 + 24 + 4, 2 + 24 + 4]
  const gpsAt = ifd0At + ifd0Bytes
  const ifd1At = gpsAt + gpsBytes
  const artistAt = ifd1At + ifd1Bytes
  const degreesAt = artistAt + artist.length
  const thumbnailAt = degreesAt + degrees.length
  const start = Buffer.from('4d4d002a00000008', 'hex')
  return Buffer.concat([
    start,
    ifd(
      [
        [0x0112, 3, 1, 6],
        [0x013b, 2, artist.length, artistAt],
        [0x8825, 4, 1, gpsAt],
      ],
      ifd1At,
    ),
    ifd(
      [
        [0x0001, 2, 2, 0x4e000000],
        [0x0002, 5, 3, degreesAt],
      ],
      0,
    ),
    ifd(
      [
        [0x0201, 4, 1, thumbnailAt],
        [0x0202, 4, 1, thumbnail.length],
      ],
      0,
    ),
    artist,
    degrees,
    thumbnail,
  ])
}

const xmp = Buffer.from(
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51,30N" photographer="${secret}"/></rdf:RDF></x:xmpmeta>`,
)

const app = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const riff = (type: string, data: Buffer) => {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** One photo in three formats, rotated, its left half red, with all metadata that a camera and its owner add. */
export async function photographed(): Promise<Record<'jpeg' | 'png' | 'webp', Buffer>> {
  const [width, height] = [800, 600]
  const photo = sharp({ create: { width, height, channels: 3, background: '#2255aa' } }).composite([
    { input: { create: { width: width >> 1, height, channels: 3, background: '#dd2211' } }, left: 0, top: 0 },
  ])
  const small = await photo.clone().jpeg().toBuffer()
  const thumbnail = Buffer.concat([small.subarray(0, 2), app(0xfe, Buffer.from(secret)), small.subarray(2)])
  const exif = exifOf(thumbnail)
  const jpeg = small
  const png = await photo.clone().png().toBuffer()
  const webp = await photo.clone().webp().toBuffer()

  const canvas = Buffer.alloc(10)
  canvas[0] = 0x08 | 0x04
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const inside = Buffer.concat([
    riff('VP8X', canvas),
    webp.subarray(12),
    riff('EXIF', exif),
    riff('XMP ', xmp),
  ])
  const afterHeader = 8 + 25
  return {
    jpeg: Buffer.concat([
      jpeg.subarray(0, 2),
      app(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])),
      app(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), xmp])),
      app(0xfe, Buffer.from(secret)),
      jpeg.subarray(2),
    ]),
    png: Buffer.concat([
      png.subarray(0, afterHeader),
      chunk('eXIf', exif),
      chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp])),
      chunk('tEXt', Buffer.from(`Author\0${secret}`, 'latin1')),
      chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(secret)])),
      png.subarray(afterHeader),
    ]),
    webp: riff('RIFF', Buffer.concat([Buffer.from('WEBP'), inside])),
  }
}
