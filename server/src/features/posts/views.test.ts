import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { writtenPost } from '#testing/written-content.ts'
import { countViews } from './count-views.ts'
import { recountPosts } from './recount.ts'
import { posts, postViews } from './schema.ts'

const dayMs = 24 * 60 * 60 * 1000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = () => writtenPost(club)
const seenBy = (caller: Caller, ...postIds: string[]) =>
  caller.call(api.posts.countViews, { body: { postIds } })
const countOf = async (id: string) => {
  const { db } = club.services
  const [post] = await db.select({ count: posts.viewsCount }).from(posts).where(eq(posts.id, id))
  expect(await db.$count(postViews, eq(postViews.postId, id))).toBe(post!.count)
  return post!.count
}

it('counts one view per person and day, shown to the creator and admins only [DESK-6]', async () => {
  const { creator, otherCreator, member, otherMember, admin } = club.people
  const [id, other] = [await newPost(), await newPost()]
  for (let time = 0; time < 3; time += 1) expect((await seenBy(member, id, id, other)).status).toBe(204)
  expect([await countOf(id), await countOf(other)]).toEqual([1, 1])
  await seenBy(otherMember, id)
  await seenBy(otherCreator, id)
  expect(await countOf(id)).toBe(3)
  // A new day begins at midnight in UTC.
  const { clock } = club
  const midnight = Math.ceil(clock.now().getTime() / dayMs) * dayMs
  clock.advance(midnight - clock.now().getTime() + 1000)
  await Promise.all([seenBy(member, id), seenBy(member, id), seenBy(member, other, id)])
  expect([await countOf(id), await countOf(other)]).toEqual([4, 2])

  const countFor = async (caller: Caller) =>
    (await caller.call(api.posts.show, { params: { id } })).body.viewsCount
  expect(await Promise.all([creator, admin, otherCreator, member].map(countFor))).toEqual([
    4,
    4,
    undefined,
    undefined,
  ])
})

it('ignores its creator, admins, people without access and unknown ids [DESK-6]', async () => {
  const { creator, admin, lapsed, newcomer, pastDue, blocked } = club.people
  const id = await newPost()
  const refused = (await Promise.all([blocked, club.visitor()].map((one) => seenBy(one, id)))).map(
    ({ status }) => status,
  )
  expect(refused).toEqual([403, 401])
  for (const person of [creator, admin, lapsed, newcomer, pastDue])
    expect((await seenBy(person, id)).status).toBe(204)
  expect((await seenBy(club.people.member, randomUUID(), 'no-uuid')).status).toBe(204)
  expect(await countOf(id)).toBe(0)
  await club.services.db.update(posts).set({ status: 'processing' }).where(eq(posts.id, id))
  await seenBy(club.people.member, id)
  expect(await countOf(id)).toBe(0)
  // Open to everybody signed in from a moment on.
  const opensAt = new Date(club.clock.now().getTime() + 60_000)
  await club.services.db.update(posts).set({ status: 'ready', opensAt }).where(eq(posts.id, id))
  await seenBy(lapsed, id)
  expect(await countOf(id)).toBe(0)
  club.clock.advance(60_000)
  await seenBy(lapsed, id)
  expect(await countOf(id)).toBe(1)
})

it('counts concurrent viewers once each, as a recount confirms [DESK-6]', async () => {
  const { services } = club
  const ids = await Promise.all(Array.from({ length: 6 }, newPost))
  const fans = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      createPerson(services.db, { email: `viewer${number}@club.example`, createdAt: services.clock.now() }),
    ),
  )
  await Promise.all(
    fans.flatMap(({ id }, index) => {
      const viewer = { id, role: 'subscriber' as const, hasAccess: true }
      const postIds = index % 2 === 0 ? ids : ids.toReversed()
      return [1, 2].map(() => countViews(services, { viewer, postIds }))
    }),
  )
  expect(await Promise.all(ids.map(countOf))).toEqual(ids.map(() => 20))
  expect(await recountPosts(services)).toBe(0)
  await services.db.update(posts).set({ viewsCount: 3 }).where(eq(posts.id, ids[0]!))
  expect(await recountPosts(services)).toBe(1)
  expect(await countOf(ids[0]!)).toBe(20)
})

it('explains why invalid input is refused [T-IN-02] [T-IN-08]', async () => {
  const { member } = club.people
  const many = Array.from({ length: 51 }, () => randomUUID())
  for (const postIds of [
    undefined,
    null,
    'x',
    7,
    [],
    [7],
    [null],
    [''],
    ['\u0000'],
    ['x'.repeat(65)],
    many,
  ]) {
    const answer = await member.call(api.posts.countViews, { body: { postIds } as Record<string, unknown> })
    expect([postIds, answer.status, answer.message.length > 5]).toEqual([postIds, 400, true])
  }
})
