import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg, madeByFfmpeg, recording } from '#testing/clips.ts'
import { realFile } from '#testing/real-file.ts'
import { openFileClub } from '#testing/real-files.ts'
import { splitArguments } from '#media/split-arguments.ts'

const needsFfmpeg = 'This kind of file needs ffmpeg, which is missing on the server.'
const otherFormat =
  'The picture or sound of this file is in a format that browsers do not play. Please save it as MP4 with H.264 and AAC and choose that.'
const tone = splitArguments('-f lavfi -i sine=440:duration=1')

/** An MP4 whose video or audio names an unknown codec. */
async function inFormat(was: string, is: string) {
  const film = await clip({ size: '64x64', args: ['-c:a', 'aac'] })
  const at = film.indexOf(was, film.indexOf('stsd', was === 'mp4a' ? film.lastIndexOf('stsd') - 1 : 0))
  film.write(is, at, 'latin1')
  return film
}

describe.each([...(hasFfmpeg ? [['with ffmpeg', true] as const] : []), ['without ffmpeg', false] as const])(
  'a recording from real life, %s,',
  (_name, withFfmpeg) => {
    let files: Awaited<ReturnType<typeof openFileClub>>
    beforeAll(async () => {
      files = await openFileClub({ hasFfmpeg: withFfmpeg })
    })
    afterAll(() => files.close())

    it('in an MP4 of any brand is a recording in a draft, and not a video [UPL-4, DESK-2]', async () => {
      const { drafted, posted } = files
      const note = await realFile('voice-note-isom-brand.m4a')
      const { status, problem, mediaType, media } = await drafted(note)
      expect([status, problem, mediaType]).toEqual(['ready', null, 'audio'])
      expect(media!.durationMs).toBeGreaterThan(2000)
      expect((await posted(note, 'video')).problem).toBe(
        'There is only sound in this file. Choose New Post to publish a recording.',
      )
    })

    it.skipIf(!hasFfmpeg)('is taken in the formats people record in [UPL-4, DESK-2]', async () => {
      const { drafted } = files
      const opus = ['-c:a', 'libopus']
      const everywhere: [string, Buffer][] = [
        ['flac', await recording('flac')],
        ['aac', await recording('aac')],
        ['rf64', await recording('wav', splitArguments('-rf64 always'))],
        ['webm voice', await madeByFfmpeg([...tone, ...opus], 'webm')],
        ['mka', await madeByFfmpeg([...tone, ...opus], 'mka')],
      ]
      const byFfmpeg: [string, Buffer][] = [
        ['aiff', await recording('aiff')],
        ['w64', await recording('w64')],
        ['caf', await recording('caf')],
        ['alac', await recording('m4a', ['-c:a', 'alac'])],
      ]
      for (const [name, file] of everywhere) {
        const { status, problem, mediaType, media } = await drafted(file)
        expect([name, status, problem, mediaType]).toEqual([name, 'ready', null, 'audio'])
        expect(media!.durationMs).toBeGreaterThan(900)
      }
      for (const [name, file] of byFfmpeg) {
        const { status, problem } = await drafted(file)
        expect([name, status, problem]).toEqual(
          withFfmpeg ? [name, 'ready', null] : [name, 'failed', name === 'alac' ? otherFormat : needsFfmpeg],
        )
      }
    })

    it.skipIf(!hasFfmpeg)('in a film is heard, or the film is refused [UPL-4]', async () => {
      const { posted } = files
      const ac3 = await clip({ size: '64x64', type: 'mkv', args: ['-c:a', 'ac3'] })
      const pcm = await clip({ size: '64x64', type: 'mov', args: ['-c:a', 'pcm_s16le'] })
      for (const film of [ac3, pcm]) {
        const { status, problem } = await posted(film, 'video')
        expect([status, problem]).toEqual(withFfmpeg ? ['ready', null] : ['failed', needsFfmpeg])
      }
    })

    it.skipIf(!hasFfmpeg)(
      'or film in an unknown format is refused in words that are true [UPL-4]',
      async () => {
        const { posted } = files
        for (const film of [await inFormat('avc1', 'dav1'), await inFormat('avc1', 'vvc1')]) {
          const { status, problem } = await posted(film, 'video')
          expect(status).toBe('failed')
          expect(problem).toMatch(/is in a format that .* Please save it as MP4 with H\.264 and AAC/)
        }
      },
    )
  },
)
