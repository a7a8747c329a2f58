import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFilmClub } from '#testing/film-club.ts'
import { clip, hasFfmpeg, seenIn } from '#testing/clips.ts'
import { splitArguments } from '#media/split-arguments.ts'

describe.skipIf(!hasFfmpeg)('an HDR video', () => {
  let films: Awaited<ReturnType<typeof openFilmClub>>
  beforeAll(async () => {
    films = await openFilmClub()
  })
  afterAll(() => films.close())

  it.each([
    [
      'PQ in HEVC, as cameras do',
      'smpte2084',
      '-c:v libx265 -x265-params log-level=error -tag:v hvc1',
      '10le',
    ],
    ['HLG in HEVC, as phones do', 'arib-std-b67', '-c:v libx265 -x265-params log-level=error', '10le'],
    ['PQ in H.264 of 8 bit, which no player shows right', 'smpte2084', '-c:v libx264', ''],
    [
      'HLG of which nothing else is said',
      'arib-std-b67',
      '-c:v libx265 -x265-params log-level=error',
      '10le',
      '',
    ],
    ['PQ that names its matrix alone', 'smpte2084', '-c:v libx264', '', '-colorspace bt2020nc'],
  ])(
    '%s, looks on every screen as it was meant to [UPL-4]',
    async (
      _name,
      transfer,
      codec,
      depth,
      said = '-color_primaries bt2020 -colorspace bt2020nc -color_range tv',
    ) => {
      const { club, publish, settledPost, bytesAt, filmAt } = films
      const tags = `-color_trc ${transfer} ${said}`.trim()
      // Bright and pale beside black: what no screen can show is cut off differently by each kind of processor.
      const pale = 'hue=s=0.7:b=1,drawbox=w=iw/8:h=ih:color=black:t=fill'
      const written = ['-vf', pale, '-pix_fmt', `yuv420p${depth}`]
      const film = await clip({ args: [...splitArguments(codec), ...written, ...splitArguments(tags)] })
      const given = await seenIn(film, 'mp4')
      expect(given).toMatchObject({ transfer, pixelFormat: `yuv420p${depth}` })

      const { media: shown } = await settledPost(await publish(film))
      await club.services.jobs.settled()
      const one = await seenIn(await filmAt(shown!.streamUrl!), 'mp4')
      expect(one).toMatchObject({
        codec: 'h264',
        pixelFormat: 'yuv420p',
        transfer: 'bt709',
        primaries: 'bt709',
      })
      // Taken for ordinary numbers these colours are pale and too bright.
      expect(one.saturation).toBeGreaterThan(given.saturation * 1.1)
      expect(one.brightness).toBeLessThan(given.brightness * 0.85)
      expect(one.brightness).toBeGreaterThan(given.brightness * 0.4)
      const { channels } = await sharp(await bytesAt(shown!.poster[0]!.url)).stats()
      const brightness = channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0)
      expect(brightness).toBeLessThan(115)
      expect(brightness).toBeGreaterThan(40)
    },
  )
})
