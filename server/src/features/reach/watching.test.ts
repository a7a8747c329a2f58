import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { maxSecondsReported } from '@touchline/contract/watching.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { media } from '#features/media/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { recordWatching } from './record-watching.ts'
import { postWatches } from './schema.ts'

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** A video of this length by the main creator. */
async function film(durationMs: number | null = hour, kind: 'video' | 'audio' = 'video') {
  const { id, mediaId } = await storedPost(club.services, {
    creatorId: club.people.creator.id,
    kind,
    files: [wholeVideo(1000)],
  })
  await club.services.db.update(media).set({ durationMs }).where(eq(media.id, mediaId))
  return id
}

/** Reports at given times, with a stopped clock in between. */
function viewing(postId: string, caller: Caller = club.people.member) {
  const viewer = { id: caller.id, role: 'subscriber' as const, hasAccess: true }
  const start = Math.ceil(club.clock.now().getTime() / day) * day
  return async (atMs: number, seconds: number) => {
    const clock = { now: () => new Date(start + atMs) }
    await recordWatching({ db: club.services.db, clock }, { viewer, postId, seconds })
    return watched(postId)
  }
}

async function watched(postId: string): Promise<number> {
  const [row] = await club.services.db
    .select({ seconds: sql<number>`coalesce(sum(${postWatches.seconds}), 0)::int` })
    .from(postWatches)
    .where(eq(postWatches.postId, postId))
  return row!.seconds
}

const tell = (caller: Caller, id: string, seconds: number) =>
  caller.call(api.reach.watch, { params: { id }, body: { seconds } })

it('adds up the time played between reports [CAN-1]', async () => {
  const report = viewing(await film())
  expect(await report(0, 0)).toBe(0)
  expect(await report(30 * second, 30)).toBe(30)
  expect(await report(60 * second, 30)).toBe(60)
  // Paused for ten minutes, then played for the rest of a minute.
  expect(await report(11 * 60 * second, 12)).toBe(72)
})

it('accepts no more than the elapsed time [CAN-1]', async () => {
  const report = viewing(await film())
  // Time before the first report is unknown.
  expect(await report(0, maxSecondsReported)).toBe(0)
  expect(await report(10 * second, 60)).toBe(10)
  for (let time = 0; time < 20; time += 1) await report(10 * second, 60)
  expect(await report(10 * second, 60)).toBe(10)
  // Many short reports count no more than one: an hour is an hour.
  const often = viewing(await film())
  await often(0, 0)
  for (let at = 1; at <= 600; at += 7) await often(at * 100, 60)
  expect(await often(60 * second, 60)).toBe(60)
  // A clock that is set back gains nothing.
  expect(await report(-20 * second, 60)).toBe(10)
  expect(await report(11 * second, 60)).toBe(11)
})

it('counts late reports fully and no second twice [CAN-1]', async () => {
  const report = viewing(await film())
  await report(0, 0)
  // The first is three seconds late, the next on time.
  await report(33 * second, 30)
  expect(await report(60 * second, 30)).toBe(60)
  const slow = viewing(await film())
  await slow(0, 0)
  for (let at = 1; at <= 40; at += 1) await slow(at * 1400, 1)
  expect(await slow(56 * second, 0)).toBe(40)
})

it('counts at most five plays per day [CAN-1]', async () => {
  const id = await film(14_200)
  const report = viewing(id)
  await report(0, 0)
  for (let at = 1; at <= 10; at += 1) await report(at * 60 * second, 60)
  expect(await watched(id)).toBe(71)
  expect(await report(day - second, 60)).toBe(71)
  // After midnight the last report of the day before counts, with up to five seconds of delay.
  expect(await report(day + 4 * second, 60)).toBe(81)
  expect(await report(day + 10 * second, 60)).toBe(87)
  const unknown = await film(null)
  const guessed = viewing(unknown)
  for (let at = 0; at <= 301; at += 1) await guessed(at * 60 * second, 60)
  expect(await watched(unknown)).toBe(5 * 3600)
})

it('counts simultaneous reports of two browsers once [CAN-1]', async () => {
  const id = await film()
  const report = viewing(id)
  await Promise.all(Array.from({ length: 8 }, () => report(0, 60)))
  await Promise.all(Array.from({ length: 8 }, () => report(20 * second, 60)))
  expect(await watched(id)).toBe(20)
  const other = viewing(id, club.people.otherMember)
  await other(20 * second, 0)
  expect(await other(25 * second, 5)).toBe(25)
})

it('ignores the creator, admins and viewers without access [CAN-1, DESK-6]', async () => {
  const { creator, otherCreator, admin, member, lapsed, newcomer, pastDue, blocked } = club.people
  const id = await film()
  const twice = async (caller: Caller, postId = id) => {
    const first = await tell(caller, postId, 0)
    club.clock.advance(30 * second)
    const { status } = await tell(caller, postId, 30)
    expect(status).toBe(first.status)
    return status
  }
  expect(await twice(blocked)).toBe(403)
  expect(await twice(club.visitor())).toBe(401)
  for (const caller of [creator, admin, lapsed, newcomer, pastDue]) expect(await twice(caller)).toBe(204)
  expect(await watched(id)).toBe(0)
  expect(await twice(otherCreator)).toBe(204)
  expect(await twice(member)).toBe(204)
  expect(await watched(id)).toBe(60)

  const { db } = club.services
  await db.update(posts).set({ opensAt: club.clock.now() }).where(eq(posts.id, id))
  expect(await twice(lapsed)).toBe(204)
  expect(await watched(id)).toBe(90)

  for (const change of [{ status: 'removed' as const }, { status: 'processing' as const }]) {
    await db.update(posts).set(change).where(eq(posts.id, id))
    await twice(member)
  }
  await db.update(posts).set({ status: 'ready' }).where(eq(posts.id, id))
  await creator.call(api.profiles.changePrivacy, { body: { contentAnalytics: false } })
  await twice(member)
  expect(await watched(id)).toBe(90)
  await creator.call(api.profiles.changePrivacy, { body: { contentAnalytics: true } })
})

it('ignores posts without playable media and unknown posts [CAN-1]', async () => {
  const { creator, member } = club.people
  const text = await publishPost(club.services, {
    creatorId: creator.id,
    content: 'Text',
    contentType: 'text',
  })
  const recording = await film(hour, 'audio')
  for (const id of [text, recording, randomUUID(), 'no-uuid', "'"]) {
    expect((await tell(member, id, 0)).status).toBe(204)
    club.clock.advance(10 * second)
    expect((await tell(member, id, 10)).status).toBe(204)
  }
  expect([await watched(text), await watched(recording)]).toEqual([0, 10])
  await creator.call(api.posts.remove, { params: { id: recording } })
  expect(await watched(recording)).toBe(0)
})

it('refuses invalid seconds with a sentence [T-IN-02] [T-IN-08]', async () => {
  const id = await film()
  for (const seconds of [undefined, null, '30', -1, 1.5, 61, 1e9, Number.MAX_SAFE_INTEGER, [], {}, true]) {
    const body = { seconds } as Record<string, unknown>
    const answer = await club.people.member.call(api.reach.watch, { params: { id }, body })
    expect([seconds, answer.status, answer.message.length > 5]).toEqual([seconds, 400, true])
  }
  expect(await club.services.db.$count(postWatches, eq(postWatches.postId, id))).toBe(0)
})
