import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openImages } from './images.ts'

const images = openImages({ log: Fastify().log })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hdr-'))
})
afterAll(async () => {
  images.close()
  await rm(folder, { recursive: true })
})

/** Eight gray columns of 0, 20, 100, 203 (white), 500, 1,000, 4,000 and 10,000 nits, PQ in BT.2020, by ffmpeg. */
const pqAvif = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAD5bWV0YQAAAAAAAAAvaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA' +
    'AAAAAFBpY3R1cmVIYW5kbGVyAAAAAA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAASEAAAA7AAAAKGlpbmYA' +
    'AAAAAAEAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAEAAAAAQAAAABBw' +
    'aXhpAAAAAAMKCgoAAAAMYXYxQ4EgQAAAAAATY29scm5jbHgACQAQAAmAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAABDbWRh' +
    'dAoJOB1//2sJEAmQMi4RQAAAIAAICPrUdUGGOUuCUGuxjnJVBScI10PA4sl87tTmVc7OY+4eXQle4KTA',
  'base64',
)

type Pixels = { width: number; channels: 3 | 4; levelAt: (x: number, channel: number) => number }

/** A 16-bit PNG, with a chunk that names its color space. */
async function png({ width, channels, levelAt }: Pixels, cicp: number[] | null) {
  const height = 64
  const pixels = Uint16Array.from({ length: width * height * channels }, (_, at) =>
    levelAt(Math.floor(at / channels) % width, at % channels),
  )
  const plain = await sharp(pixels, { raw: { width, height, channels } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  if (!cicp) return plain
  const body = Buffer.from([...Buffer.from('cICP'), ...cicp])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(cicp.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  // Behind the signature and the header.
  return Buffer.concat([plain.subarray(0, 33), chunk, plain.subarray(33)])
}

/** Gray columns of 32 pixels. */
const columns = (levels: number[]): Pixels => ({
  width: levels.length * 32,
  channels: 3,
  levelAt: (x) => levels[x >> 5]!,
})

/** The pixels in the middle of each column, as the site shows the picture. */
async function shown(picture: Buffer): Promise<number[][]> {
  const path = join(folder, 'picture')
  await writeFile(path, picture)
  let count = 0
  const { sizes } = await images.render(path, () => join(folder, `${(count += 1)}`))
  const webp = sizes.findLast(({ mimeType }) => mimeType === 'image/webp')!.path
  const { data, info } = await sharp(await readFile(webp))
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const size of sizes) await rm(size.path)
  return Array.from({ length: info.width / 32 }, (_, column) => {
    const at = (32 * info.width + column * 32 + 16) * info.channels
    return [...data.subarray(at, at + info.channels)]
  })
}

const shownGrays = async (picture: Buffer) => (await shown(picture)).map(([red]) => red!)

/** The levels, with those that are within 4 of the wanted ones replaced by them: WebP loses a little. */
const rounded = (levels: number[], wanted: number[]) =>
  levels.map((level, at) => (Math.abs(level - wanted[at]!) <= 4 ? wanted[at] : level))

/** What ffmpeg makes of the same light in a video. */
const asInVideos = [0, 92, 182, 215, 240, 250, 255, 255]
const pqCodes = [0, 23_397, 33_297, 38_055, 44_340, 49_271, 59_150, 65_535]
const hlgWhite = 0.75 * 65_535

it('shows an HDR AVIF as bright as an HDR video', async () => {
  expect(rounded(await shownGrays(pqAvif), asInVideos)).toEqual(asInVideos)
})

it('shows an HDR PNG as bright as an HDR video, in PQ and HLG', async () => {
  const pq = await png(columns(pqCodes), [9, 16, 0, 1])
  expect(rounded(await shownGrays(pq), asInVideos)).toEqual(asInVideos)
  const hlg = await png(columns([0, hlgWhite]), [9, 18, 0, 1])
  expect(rounded(await shownGrays(hlg), [0, 215])).toEqual([0, 215])
})

it('leaves a 16-bit PNG without HDR as it is', async () => {
  const sdr = [0, 91, 130, 148, 173, 192, 231, 255]
  for (const cicp of [null, [1, 13, 0, 1]])
    expect(rounded(await shownGrays(await png(columns(pqCodes), cicp)), sdr)).toEqual(sdr)
})

it('keeps the color and transparency of an HDR picture', async () => {
  const red = [38_055, 0, 0, 32_768]
  const picture = await png({ width: 32, channels: 4, levelAt: (_, channel) => red[channel]! }, [9, 16, 0, 1])
  const [pixel] = await shown(picture)
  expect(rounded(pixel!, [230, 0, 0, 128])).toEqual([230, 0, 0, 128])
})
