import { api } from '@touchline/contract/api.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg } from '#testing/clips.ts'
import { openFilmClub, filmTimeout } from '#testing/film-club.ts'
import { media, mediaFiles } from './schema.ts'

describe.skipIf(!hasFfmpeg)('a stream whose ffmpeg is killed', () => {
  let films: Awaited<ReturnType<typeof openFilmClub>>
  beforeAll(async () => {
    films = await openFilmClub()
  })
  afterAll(() => films.close())

  /** A published film whose stream is being made again, so slowly that it can be killed. */
  async function streaming() {
    const { club, ffmpeg, publish, settledPost, mediaItemOf } = films
    const film = await clip({ size: '16x16', seconds: 20, hasSound: false, args: ['-r', '5'] })
    const post = await settledPost(await publish(film))
    await club.services.jobs.settled()
    const { id: mediaId } = await mediaItemOf(post.id)
    const { db } = club.services
    const isStream = and(eq(mediaFiles.mediaId, mediaId), eq(mediaFiles.role, 'stream'))
    await db.delete(mediaFiles).where(isStream)
    await ffmpeg.slow()
    const again = { work: 'stream' as const, problem: 'It failed.', attempts: 0 }
    await db.update(media).set(again).where(eq(media.id, mediaId))
    const retry = { params: { id: mediaId } }
    expect((await club.people.admin.call(api.media.tryAgain, retry)).status).toBe(204)
    return { postId: post.id, mediaId }
  }
  async function kill(mediaId: string, postId: string, tries: number) {
    const { club, ffmpeg, mediaItemOf } = films
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(1)
    expect((await mediaItemOf(postId)).attempts).toBe(tries)
    process.kill(ffmpeg.running()[0]!, 'SIGKILL')
    await expect.poll(() => ffmpeg.running(), filmTimeout).toEqual([])
    await club.services.jobs.settled()
    void club.services.jobs.settled({ again: true })
  }

  it('completes once ffmpeg is no longer killed [UPL-4, T-UP-10]', async () => {
    const { club, ffmpeg, mediaItemOf } = films
    const { postId, mediaId } = await streaming()
    for (const tries of [1, 2, 3, 4]) await kill(mediaId, postId, tries)
    await ffmpeg.fast()
    await expect
      .poll(async () => {
        await club.services.jobs.settled({ again: true })
        return (await mediaItemOf(postId)).work
      }, filmTimeout)
      .toBeNull()
    expect(await mediaItemOf(postId)).toMatchObject({ status: 'ready', problem: null, attempts: 0 })
  })

  it('is named to admins when it is given up [UPL-4, T-UP-10]', async () => {
    const { club, ffmpeg, mediaItemOf } = films
    const { postId, mediaId } = await streaming()
    await expect.poll(async () => (await mediaItemOf(postId)).attempts, filmTimeout).toBe(1)
    await club.services.db.update(media).set({ attempts: 7 }).where(eq(media.id, mediaId))
    await kill(mediaId, postId, 7)
    await kill(mediaId, postId, 8)
    await ffmpeg.fast()
    const failed = async () => (await club.people.admin.call(api.media.health)).body.failed
    await expect
      .poll(async () => (await failed()).find(({ id }) => id === mediaId), filmTimeout)
      .toMatchObject({ isShown: true, problem: 'This file could not be prepared. Please try again.' })
  })
})
