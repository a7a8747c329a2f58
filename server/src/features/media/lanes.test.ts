import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { posts } from '#features/posts/schema.ts'
import { clip, hasFfmpeg } from '#testing/clips.ts'
import { filmTimeout, openFilmClub } from '#testing/film-club.ts'
import type { Caller } from '#testing/caller.ts'
import { mediaFiles } from './schema.ts'
import { laneFor } from './enqueue-work.ts'

it('gives each lane the work that it is for [UPL-6]', () => {
  expect([10, 60, 7200].map((seconds) => laneFor('prepare', seconds))).toEqual(['quick', 'medium', 'long'])
  expect([10, 60, 7200].map((seconds) => laneFor('stream', seconds))).toEqual(['sizes', 'sizes', 'long'])
})

describe.skipIf(!hasFfmpeg)('the preparation of films', () => {
  let films: Awaited<ReturnType<typeof openFilmClub>>
  beforeAll(async () => {
    films = await openFilmClub()
  })
  afterAll(() => films.close())

  const tiny = { size: '16x16', hasSound: false }
  const remove = (id: string) => films.club.people.creator.call(api.posts.remove, { params: { id } })

  it('lets a short clip overtake a film of an hour [UPL-6]', async () => {
    const { ffmpeg, publish, settledPost, mediaItemOf } = films
    const hour = await clip({ ...tiny, seconds: 3600, args: ['-r', '1', '-c:v', 'mpeg4'] })
    await ffmpeg.slow()
    const long = await publish(hour)
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(1)
    expect(await mediaItemOf(long)).toMatchObject({ lane: 'long', attempts: 1, status: 'processing' })
    const short = await publish(await clip(tiny))
    expect(await settledPost(short)).toMatchObject({ status: 'ready' })
    expect([(await mediaItemOf(long)).status, ffmpeg.running().length]).toEqual(['processing', 1])
    for (const id of [long, short]) await remove(id)
    await ffmpeg.fast()
    await expect.poll(() => ffmpeg.running(), filmTimeout).toEqual([])
  })

  it('takes the first film of one creator before the second of another [UPL-6]', async () => {
    const { club, ffmpeg, publish, settledPost } = films
    const { creator, otherCreator } = club.people
    const film = await clip(tiny)
    const publishAs = async (caller: Caller) => {
      const body = new FormData()
      body.append('contentType', 'video')
      body.append('media', new Blob([new Uint8Array(film)]), 'film')
      return (await caller.call(api.posts.publish, { body })).body.id
    }
    await ffmpeg.slow()
    const running = await publish(await clip({ ...tiny, seconds: 30, args: ['-r', '2'] }))
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(1)
    const mine = [await publishAs(creator), await publishAs(creator)]
    const theirs = await publishAs(otherCreator)
    await ffmpeg.fast()
    await remove(running)
    for (const id of mine) await settledPost(id)
    const shownAt = async (id: string) =>
      (await club.services.db.select().from(posts).where(eq(posts.id, id)))[0]!.createdAt.getTime()
    const [first, second, other] = [await shownAt(mine[0]!), await shownAt(mine[1]!), await shownAt(theirs)]
    expect([other <= first, first <= second]).toEqual([true, true])
    for (const id of mine) await remove(id)
  })

  it('adds sizes to a film that plays, also after a kill, beside its captions [UPL-6, PLAY-3]', async () => {
    const { club, ffmpeg, publish, settledPost, mediaItemOf, bytesAt, filmAt, probed, isTidy } = films
    await club.services.jobs.settled()
    const id = await publish(
      await clip({ size: '1280x720', seconds: 8, args: ['-c:v', 'mpeg4', '-r', '10'] }),
    )
    await ffmpeg.slow()
    expect((await settledPost(id)).media).toMatchObject({ width: 1280, height: 720 })
    const { id: mediaId } = await mediaItemOf(id)
    const main = async () => (await bytesAt(`/media/${mediaId}/stream`)).toString().match(/^stream-\d+$/gm)
    expect(await main()).toEqual(['stream-360'])
    const content = 'WEBVTT\n\n00:00:00.000 --> 00:00:08.000\nThe flag stays down.\n'
    const captions = { params: { id, language: 'en' }, body: { content } }
    expect((await club.people.creator.call(api.captions.save, captions)).status).toBe(200)
    const keys = async () => {
      const rows = await club.services.db.select().from(mediaFiles).where(eq(mediaFiles.mediaId, mediaId))
      return rows.filter(({ variant }) => variant.startsWith('stream-360')).map(({ key }) => key)
    }
    const before = await keys()
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(1)
    process.kill(ffmpeg.running()[0]!, 'SIGKILL')
    await ffmpeg.fast()
    await expect
      .poll(async () => {
        await club.services.jobs.settled({ again: true })
        return (await mediaItemOf(id)).work
      }, filmTimeout)
      .toBeNull()
    expect(await main()).toEqual(['stream-720', 'stream-360'])
    expect(await keys()).toEqual(before)
    const captionsNow = (await settledPost(id)).media!.captions
    expect(captionsNow).toEqual([{ url: `/media/${mediaId}/captions-en`, language: 'en' }])
    expect((await bytesAt(captionsNow[0]!.url)).toString()).toBe(content)
    for (const side of [720, 360]) {
      const { video, durationMs } = await probed(await filmAt(`/media/${mediaId}/stream`, side), 'video/mp4')
      expect([video!.height, Math.round(durationMs! / 1000)]).toEqual([side, 8])
    }
    await remove(id)
    await isTidy()
  })

  it('copies H.264 with short distances of keyframes and encodes the rest [UPL-6]', async () => {
    const { publish, settledPost, filmAt, isTidy } = films
    const noisy = { size: '320x180', seconds: 4 }
    const copied = await clip({ ...noisy, args: ['-x264-params', 'keyint=25:bframes=0', '-c:a', 'aac'] })
    const first = await settledPost(await publish(copied))
    const sizes = [copied.length, (await filmAt(first.media!.streamUrl!)).length]
    expect(Math.abs(sizes[1]! / sizes[0]! - 1)).toBeLessThan(0.1)
    const heavy = await clip({
      ...noisy,
      args: [
        '-b:v',
        '12M',
        '-minrate',
        '12M',
        '-x264-params',
        'nal-hrd=cbr',
        '-maxrate',
        '12M',
        '-bufsize',
        '12M',
      ],
    })
    const second = await settledPost(await publish(heavy))
    expect((await filmAt(second.media!.streamUrl!)).length).toBeLessThan(heavy.length / 3)
    for (const { id } of [first, second]) await remove(id)
    await isTidy()
  })
})
