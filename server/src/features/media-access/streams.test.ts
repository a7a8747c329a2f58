import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { people } from '#features/people/schema.ts'
import { postParts, posts } from '#features/posts/schema.ts'
import { openHttpServer } from '#http/server.ts'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { readSlowly } from '#testing/slow-reader.ts'
import { storedPost, streamedVideo, wholeVideo } from '#testing/stored-post.ts'
import { maxStreams } from './open-streams.ts'
import { limits } from '#limits/limits.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { serveFile } from './serve-file.ts'
import { paymentAlerts } from '#alerts/schema.ts'

/** More than lies in the buffers between a server and a reader who does not read. */
const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`

const long = 40 * 1024 * 1024

inBothStores('streams', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())

  const newVideo = (files = [wholeVideo(long)]) =>
    storedPost(club.services, { creatorId: club.people.creator.id, kind: 'video', files })

  it('cuts a stream when its reader is blocked or signs out, or the post is removed [T-MD-05] [LIVE-3]', async () => {
    const { services, url, people: cast } = club
    const { creator, member, otherMember, admin, lapsed } = cast
    const [kept, removed, closed] = [await newVideo(), await newVideo(), await newVideo()]
    await services.db
      .update(posts)
      .set({ opensAt: new Date(0) })
      .where(eq(posts.id, closed.id))
    const ear = listenIn(club)
    const openedAt = performance.now()
    const read = (caller: typeof member, video = kept) => readSlowly(url, video.addressOf('whole'), caller)
    const readers = await Promise.all([
      read(member),
      read(otherMember),
      read(creator, removed),
      read(lapsed, closed),
      read(admin, closed),
    ])
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // Everybody new is looked at once more soon after: from then on it is the news that cuts.
    await vi.waitUntil(() => performance.now() - openedAt > 1_000, 5_000)

    await services.db.transaction(async (tx) => {
      await tx.update(people).set({ isBlocked: true }).where(eq(people.id, member.id))
      await services.live.accessChanged(tx, member.id)
    })
    await otherMember.call(api.accounts.logout)
    await admin.call(api.posts.remove, { params: { id: removed.id } })
    await services.db.transaction(async (tx) => {
      await tx.update(posts).set({ opensAt: null }).where(eq(posts.id, closed.id))
      await services.live.publish(tx, 'members', { type: 'post_updated', postId: closed.id })
    })
    // Neither has read since: the first gets only what was buffered, the one who stays gets everything.
    await expect
      .poll(async () => (await ear.soFar()).some(({ message }) => message.type === 'access_changed'))
      .toBe(true)
    const [blocked, signedOut, postless, outside, staying] = await Promise.all(
      readers.map((one) => one.rest()),
    )
    for (const one of [blocked, signedOut, postless, outside]) {
      expect(one!.isCut).toBe(true)
      expect(one!.received).toBeLessThan(long / 2)
    }
    expect(staying).toEqual({ received: long, sha256: closed.sha256, isCut: false })
  })

  it('plays in six places at once and not in a seventh; pictures are not counted', async () => {
    const { url, people: cast } = club
    const video = await newVideo([
      wholeVideo(long),
      ...streamedVideo().filter(({ role }) => role === 'poster'),
    ])
    const address = video.addressOf('whole')
    const open = await Promise.all(
      Array.from({ length: maxStreams }, () => readSlowly(url, address, cast.creator)),
    )
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: maxStreams }, () => 200))
    const refused = await cast.creator.fetch(address)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests', message: /too many places/ })
    expect((await cast.creator.fetch(video.addressOf('poster-640'))).status).toBe(200)
    expect((await cast.admin.fetch(address, { method: 'HEAD' })).status).toBe(200)
    open[0]!.hangUp()
    await vi.waitFor(async () => {
      const again = await cast.creator.fetch(address, { headers: { range: 'bytes=0-9' } })
      expect(again.status).toBe(206)
    }, 240_000)
    for (const reader of open.slice(1))
      expect(await reader.rest()).toEqual({ received: long, sha256: video.sha256, isCut: false })
  })

  it('closes the file and connection of a stalled reader', async () => {
    const { services } = club
    const { mediaId } = await newVideo()
    const app = await openHttpServer(services.config, services.address)
    const replies: FastifyReply[] = []
    app.get('/stalled', { config: { access: 'public' } }, (request, reply) => {
      replies.push(reply)
      const file = { key: `${mediaId}/whole`, role: 'whole', mimeType: 'video/mp4', bytes: long } as const
      return serveFile({ request, reply }, { ...file, etag: '"x"' }, services, {
        onOpen: () => undefined,
        stalledMs: 200,
      })
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const reader = await readSlowly(url, '/stalled', { cookies: new Map() })
    await expect.poll(() => replies[0]?.raw.destroyed).toBe(true)
    expect((await reader.rest()).isCut).toBe(true)
    await app.close()
  })

  it('returns 429 after the media of 300 posts in ten minutes and alerts an admin [T-MD-15]', async () => {
    const { services, clock, people: cast } = club
    const { db } = services
    const reader = cast.otherCreator
    const video = await newVideo(streamedVideo())
    // An evening of playing and seeking: many requests, one media item.
    for (let again = 0; again < 20; again += 1)
      for (const variant of ['stream', 'stream-key', 'stream-720-00000', 'poster-640'])
        expect(
          (await reader.fetch(video.addressOf(variant), { headers: { range: `bytes=${again % 9}-9` } }))
            .status,
        ).toBe(206)

    const createdAt = clock.now()
    const ids = Array.from({ length: limits.mediaItems.max }, (_, n) => String(n).padStart(22, 'm'))
    await db.insert(media).values(
      ids.map((id) => ({
        id,
        kind: 'image' as const,
        mimeType: 'image/webp',
        bytes: 900,
        sha256: '',
        createdAt,
      })),
    )
    const file = { variant: '640', role: 'size' as const, mimeType: 'image/webp', bytes: 900 }
    await db
      .insert(mediaFiles)
      .values(ids.map((mediaId) => ({ ...file, mediaId, key: `${video.mediaId}/poster-640` })))
    await db.insert(posts).values(
      ids.map((_, n) => ({
        id: idOf(n),
        creatorId: cast.creator.id,
        content: '',
        mediaType: 'image' as const,
        createdAt,
      })),
    )
    await db.insert(postParts).values(ids.map((mediaId, n) => ({ mediaId, postId: idOf(n), position: 0 })))
    const [last, ...others] = ids
    for (const id of others) expect((await reader.fetch(`/media/${id}/640`)).status).toBe(200)
    for (let again = 0; again < 2; again += 1) {
      const answer = await reader.fetch(`/media/${last}/640`)
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    }
    expect((await reader.fetch(video.addressOf('stream-key'))).status).toBe(200)
    expect((await cast.creator.fetch(`/media/${last}/640`)).status).toBe(200)
    const alerts = await db.select().from(paymentAlerts).where(eq(paymentAlerts.kind, 'media-scraping'))
    expect(alerts.map(({ subject, count }) => ({ subject, count }))).toEqual([
      { subject: reader.id, count: 1 },
    ])
    clock.advance(10 * 60_000)
    expect((await reader.fetch(`/media/${last}/640`)).status).toBe(200)
  })
})
