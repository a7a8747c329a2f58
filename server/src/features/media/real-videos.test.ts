import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg, madeByFfmpeg, seenIn, rotated } from '#testing/clips.ts'
import { splitArguments } from '#media/split-arguments.ts'
import { realFile } from '#testing/real-file.ts'
import { openFileClub } from '#testing/real-files.ts'
import { streamedFilm } from '#testing/streamed-film.ts'

const withAndWithout = [
  ...(hasFfmpeg ? [['with ffmpeg', true] as const] : []),
  ['without ffmpeg', false] as const,
]

describe.each(withAndWithout)('a video from real life, %s,', (_name, withFfmpeg) => {
  let files: Awaited<ReturnType<typeof openFileClub>>
  beforeAll(async () => {
    files = await openFileClub({ hasFfmpeg: withFfmpeg })
  })
  afterAll(() => files.close())

  it.each([
    ['browser-recording.webm', 160, 90],
    ['still-with-voice-2fps.mp4', 320, 180],
    ['anamorphic-sar-4-3.mp4', 480, 270],
    ['slow-motion-240fps.mov', 320, 180],
    ['phone-3gp5-brand.mp4', 320, 180],
  ])('%s is published [UPL-4]', async (name, width, height) => {
    const { posted, bytesAt } = files
    const post = await posted(await realFile(name), 'video', name)
    expect([post.status, post.problem]).toEqual(['ready', null])
    const media = post.media!
    expect(media).toMatchObject({ width, height })
    expect(media.durationMs).toBeGreaterThan(900)
    const film = withFfmpeg ? await streamedFilm(bytesAt, media.streamUrl!) : await bytesAt(media.url)
    expect(film.length).toBeGreaterThan(1000)
    expect([media.poster.length > 0, media.streamUrl !== null]).toEqual([withFfmpeg, withFfmpeg])
  })

  it.skipIf(!hasFfmpeg)(
    'cut out of a stream is as long as it plays, whenever its clock begins [UPL-4]',
    async () => {
      const film = await clip({ size: '64x64', args: splitArguments('-c:a aac -output_ts_offset 3600') })
      const { status, problem, media } = await files.posted(film, 'video')
      expect([status, problem]).toEqual(['ready', null])
      expect(media!.durationMs).toBeGreaterThan(900)
      expect(media!.durationMs).toBeLessThan(1200)
    },
  )
})

describe.skipIf(!hasFfmpeg)('a video as cameras write it', () => {
  let files: Awaited<ReturnType<typeof openFileClub>>
  beforeAll(async () => {
    files = await openFileClub({ hasFfmpeg: true })
  })
  afterAll(() => files.close())

  const small = { size: '160x90', hasSound: false }
  const published = async (film: Uint8Array) => {
    const post = await files.posted(film, 'video')
    expect([post.status, post.problem]).toEqual(['ready', null])
    const media = post.media!
    const whole = await seenIn(await streamedFilm(files.bytesAt, media.streamUrl!), 'mp4')
    const still = sharp(await files.bytesAt(media.poster.at(-1)!.url))
    const { info: poster } = await still.raw().toBuffer({ resolveWithObject: true })
    const stream = (await files.bytesAt(media.streamUrl!)).toString()
    return { media, whole, poster, stream }
  }

  it.each([
    ['H.264 whose pixels are wide', '-vf setsar=4/3', 'mp4', [214, 90]],
    ['H.264 whose pixels are narrow', '-vf setsar=8/9', 'mp4', [142, 90]],
    [
      'VP9 with a display size',
      '-c:v libvpx-vp9 -cpu-used 8 -deadline realtime -vf setsar=16/9',
      'webm',
      [284, 90],
    ],
    ['MJPEG of a compact camera', '-c:v mjpeg -pix_fmt yuvj420p', 'avi', [160, 90]],
    ['MJPEG of a webcam', '-c:v mjpeg -pix_fmt yuvj422p', 'mov', [160, 90]],
    ['HEVC of a phone', '-c:v libx265 -tag:v hvc1', 'mov', [160, 90]],
    ['H.264 of a screen recorder', '-c:v libx264 -vf setsar=4/3', 'mkv', [214, 90]],
    ['ProRes of an editor', '-c:v prores_ks -pix_fmt yuv422p10le', 'mov', [160, 90]],
    ['MPEG-2 of a camcorder', '-c:v mpeg2video -vf setsar=4/3', 'mkv', [214, 90]],
    ['DV for 16:9 television', '-c:v dvvideo -s 720x576 -aspect 16:9', 'avi', [1024, 576]],
  ])('%s is shown as wide as it was filmed [UPL-4]', async (_name, args, type, [width, height]) => {
    const film = await clip({ ...small, seconds: 0.4, type, args: splitArguments(args) })
    const { media, whole, poster, stream } = await published(film)
    expect(media).toMatchObject({ width, height })
    expect(whole).toMatchObject({ width, height, hasSquarePixels: true })
    expect(Math.abs(poster.width / poster.height - width! / height!)).toBeLessThan(0.02)
    expect(stream).toContain(`RESOLUTION=${width}x${height}`)
  })

  it('turned with wide pixels stays as high as it was filmed [UPL-4]', async () => {
    const { media, whole } = await published(
      await rotated(await clip({ ...small, args: ['-vf', 'setsar=4/3'] })),
    )
    expect(media).toMatchObject({ width: 90, height: 214 })
    expect(whole).toMatchObject({ width: 90, height: 214, hasSquarePixels: true })
  })

  it('at 240 frames a second is published at 60 [UPL-4]', async () => {
    const { whole } = await published(await realFile('slow-motion-240fps.mov'))
    expect(whole.frames).toBeGreaterThan(50)
    expect(whole.frames).toBeLessThan(70)
  })

  it.each([
    ['a single picture', '-frames:v 1', 0],
    ['one picture in ten seconds', '-r 0.1', 11_000],
    ['pictures at a changing rate', "-vf select='lt(n\\,3)+gt(n\\,200)' -vsync vfr", 11_000],
  ])('of %s and a long voice has a still [UPL-4]', async (_name, rate, shortestMs) => {
    const film = await clip({
      ...small,
      hasSound: true,
      seconds: 12,
      args: splitArguments(`${rate} -b:a 16k`),
    })
    const { media } = await published(film)
    expect(media.poster.length).toBeGreaterThan(0)
    expect(media.durationMs).toBeGreaterThan(shortestMs)
  })

  it('that is interlaced is shown without combs [UPL-4]', async () => {
    const interlaced = splitArguments(
      '-vf tinterlace=interleave_top,fieldorder=tff -c:v libx264 -flags +ildct+ilme -x264opts tff=1',
    )
    const film = await clip({ size: '320x180', hasSound: false, args: interlaced })
    const { whole, stream } = await published(film)
    expect([(await seenIn(film, 'mp4')).fieldOrder, whole.fieldOrder]).toEqual(['tt', 'progressive'])
    expect(stream).toContain('RESOLUTION=320x180')
  })

  it('with a cover before its picture shows the picture [UPL-4]', async () => {
    const film = await clip({ ...small, type: 'mkv' })
    const cover = await madeByFfmpeg(splitArguments('-f lavfi -i color=red:size=64x64 -frames:v 1'), 'png')
    const covered = await madeByFfmpeg(
      splitArguments(
        '-i given -attach cover.png -metadata:s:t mimetype=image/png -metadata:s:t filename=cover.png -c copy',
      ),
      'mkv',
      film,
      { 'cover.png': cover },
    )
    expect((await published(covered)).media).toMatchObject({ width: 160, height: 90 })
  })
})
