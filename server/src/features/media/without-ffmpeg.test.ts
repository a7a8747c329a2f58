import { writeFile } from 'node:fs/promises'
import { api } from '@touchline/contract/api.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { examineFile } from '#media/uploaded-file.ts'
import { clip, hasFfmpeg, recording } from '#testing/clips.ts'
import { type Club, openClub } from '#testing/club.ts'
import { longGif } from '#testing/hostile-pictures.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let club: Club
beforeAll(async () => {
  // A PATH without any program.
  club = await openClub({ PATH: '/nowhere' })
})
afterAll(() => club.close())

async function settledPost(bytes: Uint8Array) {
  const { services, people } = club
  const path = services.media.tempPath()
  await writeFile(path, bytes)
  const file = await examineFile(path)
  const contentType = file.type!.kind
  const id = await publishPost(services, { creatorId: people.creator.id, contentType, file })
  await services.jobs.settled()
  const { body } = await people.creator.call(api.posts.show, { params: { id } })
  return body
}
const bytesAt = async (url: string) => Buffer.from(await (await club.people.member.fetch(url)).arrayBuffer())

it('says what is missing and rejects files that need ffmpeg', async () => {
  const { ffmpeg, problem } = (await club.people.admin.call(api.media.health)).body
  expect([ffmpeg, problem]).toEqual([null, 'There is no ffmpeg on the PATH of the server.'])
  const avi = Buffer.concat([Buffer.from('RIFF\xff\xff\0\0AVI LIST', 'latin1'), Buffer.alloc(100)])
  expect(await settledPost(avi)).toMatchObject({
    status: 'failed',
    problem: 'This kind of file needs ffmpeg, which is missing on the server.',
  })
  const moving = await settledPost(longGif(3))
  expect([moving.status, moving.media!.animationUrl]).toEqual(['ready', undefined])
  const broken = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
    Buffer.alloc(900),
  ])
  expect(await settledPost(broken)).toMatchObject({
    status: 'failed',
    problem: 'This file is damaged, or needs ffmpeg, which is missing on the server.',
  })
})

it.skipIf(!hasFfmpeg)(
  'publishes a video that plays while it arrives, without where it was taken [UPL-4, T-UP-08]',
  async () => {
    const notes = ['-metadata', 'location=+51.5007-000.1246/', '-metadata', 'artist=Sekret Person']
    const films = [
      [await clip({ args: ['-movflags', 'use_metadata_tags', ...notes] }), 'video/mp4'],
      [await clip({ type: 'mov', args: notes }), 'video/mp4'],
      [await clip({ type: 'mkv', args: ['-c:a', 'aac', ...notes] }), 'video/mp4'],
    ] as const
    for (const [film, mimeType] of films) {
      const { status, media } = await settledPost(film)
      expect([status, media]).toMatchObject(['ready', { mimeType, width: 320, height: 180, streamUrl: null }])
      expect(media!.durationMs).toBeGreaterThan(900)
      const bytes = await bytesAt(media!.url)
      expect(['+51.5007', 'Sekret'].map((text) => bytes.includes(text))).toEqual([false, false])
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    }
    const whole = await clip({ args: ['-movflags', '+faststart'] })
    expect(await settledPost(whole.subarray(0, whole.indexOf('mdat') + 8))).toMatchObject({
      status: 'failed',
      problem: 'This file is damaged, or needs ffmpeg, which is missing on the server.',
    })
    const sound = await settledPost(await recording('mp3', ['-metadata', 'title=Sekret Person']))
    expect(sound).toMatchObject({ status: 'ready', media: { mimeType: 'audio/mpeg' } })
    expect((await bytesAt(sound.media!.url)).includes('Sekret')).toBe(false)
    const long = await settledPost(
      await clip({ size: '16x16', args: ['-vf', 'setpts=20000*PTS', '-vsync', 'vfr', '-c:a', 'aac'] }),
    )
    expect(long.problem).toBe('This video is too long: the limit is 4 hours.')
  },
)
