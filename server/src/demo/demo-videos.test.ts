import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resumeWork } from '#features/media/retry-work.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { openMediaPrograms } from '#media/media-programs.ts'
import { examineFile } from '#media/uploaded-file.ts'
import { hasFfmpeg } from '#testing/clips.ts'
import { type Club, openClub } from '#testing/club.ts'

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(`@touchline/content/demo/${name}`))

let club: Club
beforeAll(async () => {
  // A PATH without programs.
  club = await openClub({ PATH: '/nowhere' })
})
afterAll(() => club.close())

it.skipIf(!hasFfmpeg)('processes the demo’s videos once ffmpeg is available [UPL-4]', async () => {
  const { services, people } = club
  const ids: string[] = []
  for (const [name, contentType] of [
    ['level-is-on.mp4', 'video'],
    ['four-signals.m4a', 'audio'],
  ] as const) {
    const path = services.media.tempPath()
    await copyFile(fileOf(name), path)
    const createdAt = new Date(services.clock.now().getTime() - 86_400_000)
    const file = await examineFile(path)
    ids.push(await publishPost(services, { creatorId: people.creator.id, createdAt, contentType, file }))
  }
  const shown = () =>
    Promise.all(
      ids.map(async (id) => {
        const { media, createdAt } = (await people.member.call(api.posts.show, { params: { id } })).body
        const hasStill = media!.poster.length > 0
        return {
          hasStill,
          hasStream: media!.streamUrl !== null,
          isLoud: media!.waveform !== null,
          createdAt,
        }
      }),
    )
  await resumeWork(services)
  await services.jobs.settled()
  const bare = { hasStill: false, hasStream: false, isLoud: false }
  const before = await shown()
  expect(before).toMatchObject([bare, bare])

  const programs = openMediaPrograms({ searchPath: process.env['PATH'] ?? '' })
  Object.assign(services.programs, programs)
  await resumeWork(services)
  await services.jobs.settled()
  expect(await shown()).toEqual([
    { ...before[0], hasStill: true, hasStream: true },
    { ...before[1], isLoud: true },
  ])
  await resumeWork(services)
  expect(await services.jobs.settled()).toBe(false)
  programs.close()
})
