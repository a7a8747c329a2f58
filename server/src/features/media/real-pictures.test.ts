import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { hasFfmpeg, madeByFfmpeg } from '#testing/clips.ts'
import { longGif } from '#testing/hostile-pictures.ts'
import { realFile } from '#testing/real-file.ts'
import { openFileClub } from '#testing/real-files.ts'
import { splitArguments } from '#media/split-arguments.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#258', noise } })

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#258' } })

type Files = Awaited<ReturnType<typeof openFileClub>>

async function published(files: Files, file: Uint8Array, size: { width: number; height: number }) {
  const { status, problem, media } = await files.posted(file, 'image')
  expect([status, problem]).toEqual(['ready', null])
  expect(media).toMatchObject(size)
  return media!
}

describe.each([...(hasFfmpeg ? [['with ffmpeg', true] as const] : []), ['without ffmpeg', false] as const])(
  'a moving picture from real life, %s,',
  (_name, withFfmpeg) => {
    let files: Files
    beforeAll(async () => {
      files = await openFileClub({ hasFfmpeg: withFfmpeg })
    })
    afterAll(() => files.close())

    it('of hundreds of frames is published and moves [UPL-1]', async () => {
      const { animationUrl } = await published(files, await realFile('gif-450-frames.gif'), {
        width: 48,
        height: 48,
      })
      expect(animationUrl !== undefined).toBe(withFfmpeg)
    })

    it.skipIf(!hasFfmpeg)('in APNG is published and moves [UPL-1]', async () => {
      const apng = await madeByFfmpeg(
        splitArguments('-f lavfi -i testsrc2=size=64x48:rate=10:duration=1 -plays 0 -f apng'),
        'png',
      )
      const { animationUrl } = await published(files, apng, { width: 64, height: 48 })
      expect(animationUrl !== undefined).toBe(withFfmpeg)
    })

    it('that cannot move is shown as a still, with the reason for its creator [UPL-2]', async () => {
      const { problem, media, parts } = await files.drafted(longGif(2, 65_000))
      expect([problem, media!.animationUrl]).toEqual([null, undefined])
      expect(parts.map((part) => [part.status, part.problem])).toEqual([
        [
          'ready',
          withFfmpeg
            ? 'This picture moves for too long: the limit is 10 minutes.'
            : 'An animated picture needs ffmpeg, which is missing on the server.',
        ],
      ])
    })
  },
)

// Only moving pictures need ffmpeg.
describe('a picture from real life', () => {
  let files: Files
  beforeAll(async () => {
    files = await openFileClub({ hasFfmpeg: false })
  })
  afterAll(() => files.close())

  it('that lacks its last bytes is published, and one that lacks a half is not [UPL-3]', async () => {
    const cut = await realFile('jpeg-without-eoi.jpg')
    const { width, height } = await sharp(cut, { failOn: 'none' }).metadata()
    await published(files, cut, { width, height })
    const whole = await photo(400, 300).jpeg({ mozjpeg: false }).toBuffer()
    await published(files, whole.subarray(0, Math.floor(whole.length * 0.95)), { width: 400, height: 300 })
    const half = await files.posted(whole.subarray(0, whole.length / 2), 'image')
    expect(half.problem).toBe('This picture could not be read. Please try another file.')
    const turned = await photo(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    await published(files, turned.subarray(0, -2), { width: 300, height: 400 })
    expect((await files.posted(turned.subarray(0, turned.length / 2), 'image')).status).toBe(415)
  })

  it('in PNG or GIF that lacks its end is published, and one that lacks a half is not [UPL-3]', async () => {
    const png = await photo(400, 300).png().toBuffer()
    const gif = await photo(400, 300).gif().toBuffer()
    const size = { width: 400, height: 300 }
    for (const file of [
      png.subarray(0, -12),
      png.subarray(0, png.length * 0.95),
      gif.subarray(0, gif.length * 0.95),
    ])
      await published(files, file, size)
    for (const file of [png, gif])
      expect((await files.posted(file.subarray(0, file.length / 2), 'image')).status).toBe(415)
  })

  it('of one pixel in width and many rows is published [UPL-1]', async () => {
    const { sources } = await published(files, await flat(1, 20_000).png().toBuffer(), {
      width: 1,
      height: 20_000,
    })
    expect(sources.length).toBeGreaterThan(0)
  })

  it('is a photo of 108 megapixels, a panorama or a screenshot of 20,000 rows [UPL-1]', async () => {
    await published(files, await flat(12_000, 9000).jpeg().toBuffer(), { width: 12_000, height: 9000 })
    await published(files, await flat(16_382, 3628).jpeg().toBuffer(), { width: 16_382, height: 3628 })
    const { sources } = await published(files, await flat(540, 20_000).png().toBuffer(), {
      width: 540,
      height: 20_000,
    })
    expect(sources.at(-1)!.width).toBe(442)
  })

  it('in an unsupported format is rejected with its name and an alternative [UPL-2]', async () => {
    for (const [format, file] of [
      ['TIFF', await photo(40, 30).tiff().toBuffer()],
      ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
    ] as const)
      expect((await files.posted(file, 'image')).problem).toBe(
        `This is a ${format} picture, which cannot be shown here. Please save it as JPEG and choose that.`,
      )
  })
})
