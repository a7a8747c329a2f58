import { api } from '@touchline/contract/api.ts'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { MAX, v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#db/database.ts'
import { commentLikes, comments } from '#features/comments/schema.ts'
import { people } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { callerAt, separateProcess } from '#testing/other-process.ts'
import { recur } from '#testing/recur.ts'
import { writtenTip } from '#testing/written-content.ts'
import { notifications, notificationSettings } from './schema.ts'

let club: Club
let other: Awaited<ReturnType<typeof separateProcess>>
let postId: string
let firstId: string
let replyId: string

beforeAll(async () => {
  club = await openClub()
  other = await separateProcess(club)
  const { member, otherMember, creator } = club.people
  postId = await publishPost(club.services, {
    creatorId: creator.id,
    title: 'Offside',
    content: 'Offside',
    contentType: 'text',
  })
  const comment = async (who: Caller, replyToId: string | null) =>
    (await who.call(api.comments.add, { params: { id: postId }, body: { content: 'Was it?', replyToId } }))
      .body.id
  firstId = await comment(member, null)
  replyId = await comment(otherMember, firstId)
  await otherMember.call(api.comments.like, { params: { id: firstId } })
  const tipId = await writtenTip(club, 'Well seen')
  await recur(club, 'tell-people')
  await notice({ kind: 'tip_hearted', subjectId: tipId })
})
afterAll(async () => {
  await other.close()
  await club.close()
})

const notice = (row: Pick<typeof notifications.$inferInsert, 'kind' | 'subjectId' | 'detail'>) =>
  club.services.db
    .insert(notifications)
    .values({ id: uuid(), personId: club.people.member.id, happenedAt: club.clock.now(), ...row })

/** The first page and the count, which may be cached. */
async function bellAt(url: string) {
  const caller = callerAt(url, club.people.member)
  const [list, count] = await Promise.all([
    caller.call(api.notifications.notices),
    caller.call(api.notifications.unreadNotices),
  ])
  return [list.body, count.body]
}

/** A page from a given notice on, which is never cached. */
const listBefore = async (before: string) =>
  (await club.people.member.call(api.notifications.notices, { query: { before } })).body

const queriesOf = (db: Database) =>
  vi.spyOn(db.shortReads.$client, 'query').mock.calls.flatMap(([config]: unknown[]) => {
    const name = typeof config === 'object' && config && 'name' in config ? String(config.name) : ''
    return name.startsWith('bell') ? [name] : []
  })

/** Fills the caches of both processes and returns what they have. */
async function warm() {
  // The first read of a connection may have missed changes and is not cached.
  await Promise.all([club.url, other.url].map(bellAt))
  const first = await bellAt(club.url)
  expect(await bellAt(other.url)).toEqual(first)
  vi.restoreAllMocks()
  queriesOf(other.db)
  await bellAt(other.url)
  expect(queriesOf(other.db)).toEqual([])
  vi.restoreAllMocks()
  return first
}

const db = () => club.services.db
const ofMember = () => eq(memberships.personId, club.people.member.id)
const settingsOf = () => eq(notificationSettings.personId, club.people.member.id)
const isHearted = (personId: string): SQL | undefined =>
  and(eq(commentLikes.commentId, firstId), eq(commentLikes.personId, personId))

const changes: [string, () => Promise<unknown>][] = [
  [
    'a member’s new name',
    () => db().update(people).set({ firstName: 'Nia' }).where(eq(people.id, club.people.otherMember.id)),
  ],
  [
    'a heart',
    () =>
      db()
        .insert(commentLikes)
        .values({ commentId: firstId, personId: club.people.creator.id, createdAt: club.clock.now() }),
  ],
  ['a heart that was taken back', () => db().delete(commentLikes).where(isHearted(club.people.creator.id))],
  ['a title', () => db().update(posts).set({ title: 'Onside' }).where(eq(posts.id, postId))],
  ['the amount of a tip', () => db().update(tips).set({ amountCents: 1000 })],
  ['a new notice', () => notice({ kind: 'payment', subjectId: uuid(), detail: 'paid' })],
  ['a deleted notice', () => db().delete(notifications).where(eq(notifications.kind, 'payment'))],
  ['a deleted notice of all members', () => db().delete(notifications).where(isNull(notifications.personId))],
  [
    'a new notice of all members',
    () =>
      db()
        .insert(notifications)
        .values({ id: uuid(), kind: 'new_post', subjectId: postId, happenedAt: club.clock.now() }),
  ],
  [
    'posts declined',
    () =>
      db()
        .insert(notificationSettings)
        .values({ personId: club.people.member.id, siteDeclined: ['new_post'] }),
  ],
  ['posts wanted', () => db().update(notificationSettings).set({ siteDeclined: [] }).where(settingsOf())],
  ['everything read', () => db().update(notificationSettings).set({ readUntil: MAX }).where(settingsOf())],
  ['deleted settings', () => db().delete(notificationSettings).where(settingsOf())],
  [
    'the mark',
    () => db().insert(notificationSettings).values({ personId: club.people.member.id, readUntil: MAX }),
  ],
  [
    'a later start of the membership',
    () =>
      db()
        .update(memberships)
        .set({ startedAt: new Date(club.clock.now().getTime() + 60_000) })
        .where(ofMember()),
  ],
  [
    'a removed comment',
    () => db().update(comments).set({ removedAt: club.clock.now() }).where(eq(comments.id, replyId)),
  ],
  ['a deleted tip', () => db().delete(tips)],
  [
    'an unpublished post',
    () => db().update(posts).set({ status: 'unpublished' }).where(eq(posts.id, postId)),
  ],
  ['a post published again', () => db().update(posts).set({ status: 'ready' }).where(eq(posts.id, postId))],
  ['a deleted comment', () => db().delete(comments).where(eq(comments.id, firstId))],
]

it('shows each change in the next list and count of every process, from caches [BELL-1, BELL-2]', async () => {
  for (const [what, change] of changes) {
    const before = await warm()
    await change()
    const after = await Promise.all([club.url, other.url].map(bellAt))
    const [list, count] = after[0]!
    expect([what, list]).toEqual([what, await listBefore(MAX)])
    expect([what, after[1]]).toEqual([what, [list, count]])
    expect([what, after[0]]).not.toEqual([what, before])
  }
})
