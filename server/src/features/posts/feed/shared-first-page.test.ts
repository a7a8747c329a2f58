import { api } from '@touchline/contract/api.ts'
import { postPage } from '@touchline/contract/posts.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { people as persons, sessions } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { callerAt, separateProcess } from '#testing/other-process.ts'
import { writtenPost } from '#testing/written-content.ts'
import { likes, posts } from '../schema.ts'

let club: Club
let other: Awaited<ReturnType<typeof separateProcess>>
const ids: string[] = []

beforeAll(async () => {
  club = await openClub()
  other = await separateProcess(club)
  for (let number = 1; number <= 7; number += 1) {
    ids.unshift(await writtenPost(club, `Post ${number}`))
    club.clock.advance(1000)
  }
})
afterAll(async () => {
  await other.close()
  await club.close()
})

async function pageAt(url: string, who = club.people.member) {
  const { body } = await callerAt(url, who).call(api.posts.list, { query: { limit: '5' } })
  return postPage.parse(body)
}

/** The same posts, read for the viewer alone. */
async function listed(who = club.people.member) {
  const { body } = await who.call(api.posts.list)
  return postPage.shape.posts.parse(body)
}

/** Fills the caches of both processes and returns what they have. */
async function warm() {
  // The first read of a connection may have missed changes and is not cached.
  await Promise.all([club.url, other.url].map((url) => pageAt(url)))
  const first = await pageAt(club.url)
  expect(await pageAt(other.url)).toEqual(first)
  const queries = vi.spyOn(other.db.shortReads.$client, 'query')
  await pageAt(other.url)
  expect(queries.mock.calls).toMatchObject([[{ name: 'session_versions' }, expect.anything()]])
  queries.mockRestore()
  return first
}

const db = () => club.services.db
const liked = (who: Caller) => who.call(api.posts.like, { params: { id: ids[1]! } })
const unliked = (who: Caller) => who.call(api.posts.unlike, { params: { id: ids[1]! } })
const updated = (index: number, facts: Partial<typeof posts.$inferInsert>) =>
  db().update(posts).set(facts).where(eq(posts.id, ids[index]!))

const changes: [string, () => Promise<unknown>][] = [
  ['the heart of another member', () => liked(club.people.otherMember)],
  ['the viewer’s heart', () => liked(club.people.member)],
  ['a heart that another member took back', () => unliked(club.people.otherMember)],
  ['the viewer’s heart taken back', () => unliked(club.people.member)],
  [
    'a heart without its counter',
    () =>
      db()
        .insert(likes)
        .values({ postId: ids[2]!, personId: club.people.member.id, createdAt: club.clock.now() }),
  ],
  [
    'its deletion',
    () =>
      db()
        .delete(likes)
        .where(and(eq(likes.postId, ids[2]!), eq(likes.personId, club.people.member.id))),
  ],
  [
    'a comment',
    () =>
      club.people.otherMember.call(api.comments.add, {
        params: { id: ids[0]! },
        body: { content: 'Well played' },
      }),
  ],
  ['a new title', () => updated(0, { title: 'Offside' })],
  ['a pinned post', () => updated(3, { pinnedAt: new Date() })],
  [
    'the creator’s new name',
    () => db().update(persons).set({ lastName: 'Whistle' }).where(eq(persons.id, club.people.creator.id)),
  ],
  ['a post that moderators removed', () => updated(4, { status: 'removed' })],
  ['an unpublished post', () => updated(0, { status: 'unpublished' })],
  ['a new post', () => writtenPost(club, 'Full time')],
  ['a deleted post', () => db().delete(posts).where(eq(posts.id, ids[2]!))],
]

it('shows each change in the next page of every process, from caches [FEED-1, LIKE-1]', async () => {
  for (const [what, change] of changes) {
    const before = await warm()
    await change()
    const [here, there] = await Promise.all([club.url, other.url].map((url) => pageAt(url)))
    expect([what, here!.posts]).toEqual([what, (await listed()).slice(0, 5)])
    expect([what, there]).toEqual([what, here])
    expect([what, here]).not.toEqual([what, before])
  }
})

it('keeps likes private to each member, and gives the creator a page of their own', async () => {
  const { member, otherMember, creator } = club.people
  const [newest] = await listed()
  await member.call(api.posts.like, { params: { id: newest!.id } })
  await warm()
  const [mine, theirs, own] = await Promise.all(
    [member, otherMember, creator].map((who) => pageAt(club.url, who)),
  )
  expect([mine!.posts[0]!.isLiked, theirs!.posts[0]!.isLiked]).toEqual([true, false])
  expect([theirs!.posts, own!.posts]).toEqual([
    (await listed(otherMember)).slice(0, 5),
    (await listed(creator)).slice(0, 5),
  ])
  expect([mine!.posts[0]!.viewsCount, own!.posts[0]!.viewsCount]).toEqual([undefined, 0])
})

it('refuses members without access, blocked members and ended sessions at once on every process', async () => {
  const { otherMember, admin } = club.people
  const ofThem = eq(memberships.personId, otherMember.id)
  const statuses = () =>
    Promise.all(
      [club.url, other.url].map(
        async (url) =>
          (await callerAt(url, otherMember).call(api.posts.list, { query: { limit: '5' } })).status,
      ),
    )
  const toggle = (blocked: boolean) =>
    admin.call(api.blocks.toggle, { params: { id: otherMember.id }, body: { blocked } })
  expect([await statuses(), await statuses()]).toEqual([
    [200, 200],
    [200, 200],
  ])
  await db().update(memberships).set({ isCurrent: false }).where(ofThem)
  expect(await statuses()).toEqual([403, 403])
  await db().update(memberships).set({ isCurrent: true }).where(ofThem)
  expect(await statuses()).toEqual([200, 200])
  await toggle(true)
  expect(await statuses()).toEqual([403, 403])
  await toggle(false)
  expect(await statuses()).toEqual([200, 200])
  await db().delete(sessions).where(eq(sessions.personId, otherMember.id))
  expect(await statuses()).toEqual([401, 401])
})
