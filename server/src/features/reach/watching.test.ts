import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { maxHistory } from '@touchline/contract/library.ts'
import { maxPositions, type SavedPosition } from '@touchline/contract/playback.ts'
import { maxSecondsReported } from '@touchline/contract/watching.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { media } from '#features/media/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { postParts, posts, postViews } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { sweepPositions } from './playback-positions.ts'
import { recordWatching } from './record-watching.ts'
import { playbackPositions, postWatches } from './schema.ts'

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

it('adds the time played between reports [CAN-1]', async () => {
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

it('explains why invalid seconds are refused [T-IN-02] [T-IN-08]', async () => {
  const id = await film()
  for (const seconds of [undefined, null, '30', -1, 1.5, 61, 1e9, Number.MAX_SAFE_INTEGER, [], {}, true]) {
    const body = { seconds } as Record<string, unknown>
    const answer = await club.people.member.call(api.reach.watch, { params: { id }, body })
    expect([seconds, answer.status, answer.message.length > 5]).toEqual([seconds, 400, true])
  }
  expect(await club.services.db.$count(postWatches, eq(postWatches.postId, id))).toBe(0)
})

beforeEach(async () => void (await club.services.db.delete(playbackPositions)))

const stopAt = (caller: Caller, ...positions: SavedPosition[]) =>
  caller.call(api.playback.save, { body: { positions } })

/** Where a person stopped: post, seconds and how long ago. */
async function stopsOf(caller: Caller): Promise<[postId: string, seconds: number, secondsAgo: number][]> {
  const { body } = await caller.call(api.playback.list)
  const now = club.clock.now().getTime()
  return body.map(({ postId, seconds, playedAt }) => [
    postId,
    seconds,
    Math.floor((now - Date.parse(playedAt)) / second),
  ])
}

it('keeps one position per post, the latest first [PLAY-6]', async () => {
  const { member, otherMember } = club.people
  const [one, two] = [await film(), await film(hour, 'audio')]
  expect((await stopAt(member, { postId: one, seconds: 100 })).status).toBe(204)
  club.clock.advance(10 * second)
  await stopAt(member, { postId: one, seconds: 110 })
  club.clock.advance(10 * second)
  await stopAt(member, { postId: two, seconds: 7 }, { postId: one, seconds: 90, secondsAgo: 15 })
  expect(await stopsOf(member)).toEqual([
    [two, 7, 0],
    [one, 110, 10],
  ])
  expect(await stopsOf(otherMember)).toEqual([])
  // Ten seconds later on another device, which was finished there.
  club.clock.advance(10 * second)
  await stopAt(member, { postId: one, seconds: 0 })
  expect(await stopsOf(member)).toEqual([[two, 7, 10]])
  await stopAt(member, { postId: two, seconds: 0 })
  expect(await stopsOf(member)).toEqual([])
})

it('merges offline reports by their time [PLAY-6]', async () => {
  const { member } = club.people
  const id = await film()
  club.clock.advance(day)
  await stopAt(member, { postId: id, seconds: 100 })
  club.clock.advance(10 * second)
  // Played before that on a device that was offline.
  await stopAt(member, { postId: id, seconds: 50, secondsAgo: 11 })
  expect(await stopsOf(member)).toEqual([[id, 100, 10]])
  await stopAt(member, { postId: id, seconds: 300, secondsAgo: 9 })
  expect(await stopsOf(member)).toEqual([[id, 300, 9]])
  // What was finished stays so.
  await stopAt(member, { postId: id, seconds: 0, secondsAgo: 5 })
  await stopAt(member, { postId: id, seconds: 400, secondsAgo: 6 })
  await stopAt(
    member,
    { postId: id, seconds: 401, secondsAgo: 7 },
    { postId: id.toUpperCase(), seconds: 402, secondsAgo: 8 },
  )
  expect(await stopsOf(member)).toEqual([])
  await stopAt(member, { postId: await film(), seconds: 9, secondsAgo: 31 * 24 * 60 * 60 })
  expect(await stopsOf(member)).toEqual([])
  await Promise.all(Array.from({ length: 8 }, (_, n) => stopAt(member, { postId: id, seconds: n + 1 })))
  expect(await stopsOf(member)).toHaveLength(1)
})

it('keeps the played part of a gallery until it is replaced [PLAY-6]', async () => {
  const { member, creator } = club.people
  const { db } = club.services
  const files = [wholeVideo(1000)]
  const stored = (kind: 'image' | 'video' | 'audio') =>
    storedPost(club.services, { creatorId: creator.id, kind, files })
  const [{ id, mediaId: picture }, first, other] = [
    await stored('image'),
    await stored('video'),
    await stored('audio'),
  ]
  for (const [position, { mediaId }] of [first, other].entries())
    await db
      .update(postParts)
      .set({ postId: id, position: position + 1 })
      .where(eq(postParts.mediaId, mediaId))
  const parts = async () => (await member.call(api.playback.list)).body.map(({ partId }) => partId)
  await stopAt(member, { postId: id, seconds: 8 })
  expect(await parts()).toEqual([first.mediaId])
  await stopAt(member, { postId: id, partId: other.mediaId, seconds: 9 })
  expect(await parts()).toEqual([other.mediaId])
  for (const partId of [picture, 'unknown', "'"]) await stopAt(member, { postId: id, partId, seconds: 10 })
  expect(await parts()).toEqual([other.mediaId])
  await db.delete(postParts).where(eq(postParts.mediaId, other.mediaId))
  expect(await parts()).toEqual([])
  await creator.call(api.posts.remove, { params: { id } })
  expect(await db.$count(playbackPositions, eq(playbackPositions.postId, id))).toBe(0)
})

it('keeps no position in a post without access [PLAY-6]', async () => {
  const { member, lapsed, creator, admin, blocked } = club.people
  const { db } = club.services
  const id = await film()
  const text = await publishPost(club.services, {
    creatorId: creator.id,
    content: 'Text',
    contentType: 'text',
  })
  for (const postId of [text, randomUUID(), 'no-uuid', "'"])
    expect((await stopAt(member, { postId, seconds: 10 })).status).toBe(204)
  expect((await stopAt(lapsed, { postId: id, seconds: 10 })).status).toBe(204)
  expect([await stopsOf(member), await stopsOf(lapsed)]).toEqual([[], []])
  expect((await stopAt(blocked, { postId: id, seconds: 10 })).status).toBe(403)
  // The creator and admins have a place, too, although their playing counts for no figure.
  for (const caller of [creator, admin, member]) {
    await stopAt(caller, { postId: id, seconds: 10 })
    expect(await stopsOf(caller)).toEqual([[id, 10, 0]])
  }
  await db.update(posts).set({ opensAt: club.clock.now() }).where(eq(posts.id, id))
  await stopAt(lapsed, { postId: id, seconds: 11 })
  expect(await stopsOf(lapsed)).toEqual([[id, 11, 0]])
  await db.update(posts).set({ opensAt: null }).where(eq(posts.id, id))
  expect(await stopsOf(lapsed)).toEqual([])
  await db.update(posts).set({ status: 'removed' }).where(eq(posts.id, id))
  expect(await stopsOf(member)).toEqual([])
})

it('explains why an invalid position is refused [PLAY-6] [T-IN-02]', async () => {
  const postId = await film()
  const good = { postId, seconds: 1 }
  for (const positions of [
    undefined,
    null,
    [],
    {},
    [null],
    [{ postId }],
    [{ seconds: 1 }],
    Array.from({ length: maxPositions + 1 }, () => good),
    ...[null, '1', -1, 1.5, 1e7, Number.MAX_SAFE_INTEGER].map((seconds) => [{ postId, seconds }]),
    ...[null, '1', -1, 1.5, 1e9].map((secondsAgo) => [{ ...good, secondsAgo }]),
    ...[null, 7, '', 'x'.repeat(65)].map((partId) => [{ ...good, partId }]),
  ]) {
    const body = { positions } as Record<string, unknown>
    const answer = await club.people.member.call(api.playback.save, { body })
    expect([positions, answer.status, answer.message.length > 5]).toEqual([positions, 400, true])
  }
  expect(await club.services.db.$count(playbackPositions, eq(playbackPositions.postId, postId))).toBe(0)
})

it('saves reading progress and lists it with played posts [LIB-2]', async () => {
  const { member, creator } = club.people
  const text = await publishPost(club.services, {
    creatorId: creator.id,
    title: 'A long read',
    content: 'Text',
    contentType: 'text',
  })
  const played = await film()
  await stopAt(member, { postId: text, seconds: 0, percent: 40 })
  club.clock.advance(second)
  // A film has seconds, and a text has none.
  await stopAt(member, { postId: played, seconds: 0, percent: 40 }, { postId: text, seconds: 9, percent: 50 })
  await stopAt(member, { postId: played, seconds: 9 })
  const history = async (caller = member) => (await caller.call(api.library.showHistory)).body
  const { isOn, entries } = await history()
  expect(isOn).toBe(true)
  expect(entries.slice(0, 2)).toMatchObject([
    { id: played, seconds: 9, percent: 0 },
    { id: text, title: 'A long read', partId: null, seconds: 0, percent: 40 },
  ])
  expect(await stopsOf(member)).toContainEqual([played, 9, 0])
  expect((await history(club.people.newcomer)).entries).toEqual([])
  await stopAt(member, { postId: text, seconds: 0, percent: 0 })
  expect((await history()).entries[0]).toMatchObject({ id: text, percent: 0 })
  for (const percent of [-1, 100, 1.5])
    expect((await stopAt(member, { postId: text, seconds: 0, percent })).status).toBe(400)
})

it('offers to continue only what the history lists [LIB-2]', async () => {
  const { otherMember, creator } = club.people
  const { db } = club.services
  const isOffered = async () =>
    (await otherMember.call(api.feed.showMark, { query: { limit: 5 } })).body.isUnderWay ?? false
  await stopAt(otherMember, { postId: await film(), seconds: 9 })
  expect(await isOffered()).toBe(true)
  club.clock.advance(second)
  const finish = async (count: number) =>
    db.execute(sql`
      with written as (
        insert into posts (id, creator_id, content, media_type, created_at)
        select gen_random_uuid(), ${creator.id}::uuid, 'Filler', 'text', now() from generate_series(1, ${count}::int)
        returning id
      )
      insert into playback_positions (person_id, post_id, seconds, percent, played_at)
      select ${otherMember.id}::uuid, id, 0, 0, ${club.clock.now().toISOString()}::timestamptz from written`)
  await finish(maxHistory - 1)
  expect(await isOffered()).toBe(true)
  await finish(1)
  expect(await isOffered()).toBe(false)
  await db.execute(sql`delete from posts where content = 'Filler'`)
})

it('clears the history and adds nothing while it is off [LIB-3]', async () => {
  const { member } = club.people
  const { db } = club.services
  const live = listenIn(club)
  const id = await film()
  const see = () => member.call(api.posts.countViews, { body: { postIds: [id] } })
  const unseen = async () => {
    const { body } = await member.call(api.posts.filterCounts, { query: {} })
    return body.mine.unseen
  }
  const before = await unseen()
  await see()
  await stopAt(member, { postId: id, seconds: 9 })
  expect(await unseen()).toBe(before - 1)
  expect((await member.call(api.library.clearHistory)).status).toBe(204)
  const history = async () => (await member.call(api.library.showHistory)).body
  expect([await history(), await unseen()]).toEqual([{ isOn: true, entries: [] }, before])
  // A device that was offline reports what was played before.
  await stopAt(member, { postId: id, seconds: 10, secondsAgo: 60 })
  expect((await history()).entries).toEqual([])
  const [post] = await db.select({ views: posts.viewsCount }).from(posts).where(eq(posts.id, id))
  expect(post).toEqual({ views: 1 })
  await see()
  expect(await unseen()).toBe(before - 1)

  await member.call(api.library.changeHistory, { body: { isOn: false } })
  club.clock.advance(day)
  await see()
  await stopAt(member, { postId: id, seconds: 11 })
  expect([await history(), await unseen()]).toEqual([{ isOn: false, entries: [] }, 0])
  expect(await db.$count(postViews, eq(postViews.postId, id))).toBe(2)
  await member.call(api.library.changeHistory, { body: { isOn: true } })
  await stopAt(member, { postId: id, seconds: 12 })
  expect(await history()).toMatchObject({ isOn: true, entries: [{ id, seconds: 12 }] })
  const heard = (await live.soFar()).filter(({ message }) => message.type === 'history_changed')
  expect(heard.map(({ audience }) => audience)).toEqual(
    Array.from({ length: 5 }, () => ({ person: member.id })),
  )
  const wrong: Record<string, unknown> = { isOn: 'off' }
  expect(await member.call(api.library.changeHistory, { body: wrong })).toMatchObject({
    status: 400,
    message: 'Choose yes or no.',
  })
})

it('deletes positions finished a month ago or untouched for a year [PLAY-6]', async () => {
  const { member } = club.people
  const { db } = club.services
  const [over, left] = [await film(), await film()]
  await stopAt(member, { postId: over, seconds: 0 }, { postId: left, seconds: 10 })
  const count = async () => {
    await sweepPositions(club.services)
    return db.$count(playbackPositions)
  }
  club.clock.advance(29 * day)
  expect(await count()).toBe(2)
  club.clock.advance(2 * day)
  expect(await count()).toBe(1)
  club.clock.advance(333 * day)
  expect(await count()).toBe(1)
  club.clock.advance(2 * day)
  expect(await count()).toBe(0)
})
