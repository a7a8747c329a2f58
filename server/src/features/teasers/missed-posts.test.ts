import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { posts } from '#features/posts/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const dayMs = 86_400_000

it('counts missed posts and shows what strangers see of them [NOACC-1, T-MD-13]', async () => {
  const { people, services } = club
  const { lapsed, newcomer, member } = people
  const now = services.clock.now().getTime()
  const at = (days: number) => new Date(now - days * dayMs)
  await services.db
    .update(memberships)
    .set({ status: 'canceled', endedAt: at(10), paidThrough: at(10), cancelAt: null, graceUntil: null })
    .where(eq(memberships.personId, lapsed.id))
  for (const [days, status, sharing] of [
    [20, 'ready', 'title'],
    [9, 'ready', 'title'],
    [3, 'ready', 'off'],
    [1, 'processing', 'title'],
  ] as const)
    await services.db.insert(posts).values({
      id: uuid(),
      creatorId: people.creator.id,
      title: `${days} days old`,
      sharing,
      content: 'Secret text',
      mediaType: 'text',
      createdAt: at(days),
      status,
    })
  const seenBy = async (caller: typeof lapsed) => {
    const { teasers, ...rest } = (await caller.call(api.feed.showMissed)).body
    return { ...rest, seen: teasers.map(({ title, lines }) => [title, lines]) }
  }
  const seen = [
    ['9 days old', null],
    ['20 days old', null],
  ]
  const newestAt = at(3).toISOString()
  expect(await seenBy(lapsed)).toEqual({ count: 2, newestAt, since: at(10).toISOString(), seen })
  expect(await seenBy(newcomer)).toEqual({ count: 3, newestAt, since: null, seen })
  expect(await seenBy(member)).toEqual({ count: 0, newestAt: null, since: null, seen: [] })
  expect((await club.visitor().call(api.feed.showMissed)).status).toBe(401)
})
