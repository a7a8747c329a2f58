import { api } from '@touchline/contract/api.ts'
import type { PeriodName } from '@touchline/contract/insights.ts'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { likes, posts } from '#features/posts/schema.ts'
import { bookMoney } from '#testing/booked.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addMovements, newMembership } from '#testing/membership-movements.ts'
import { signInAgain } from '#testing/months.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  await payMembers()
  await addMovements(club, [newMembership('2027-01-20T10:00:00Z')])
  for (const day of ['02-28T23:59:59Z', '03-10T00:00:00Z', '03-11T00:00:00Z'])
    await addMovements(club, [newMembership(`2027-${day}`)])
  await addMovements(club, [
    newMembership('2027-03-05T10:00:00Z'),
    { kind: 'lost_by_choice', at: '2027-04-01T00:00:00Z', members: -1, cents: -1299 },
  ])
  await addMovements(club, [newMembership('2027-04-09T10:00:00Z')])
  await likePosts()
})
afterAll(() => club.close())

/** The first payment is in the middle of January; a refund of March is larger than what is paid in April. */
async function payMembers() {
  await bookMoney(club, 'tip', '2027-01-20T12:00:00Z', [500, 375])
  await bookMoney(club, 'tip', '2027-02-28T23:59:59Z', [500, 375])
  const paid = await bookMoney(club, 'subscription', '2027-03-01T00:00:00Z', [1299, 974])
  await bookMoney(club, 'tip', '2027-03-10T23:59:59Z', [500, 375])
  await bookMoney(club, 'tip', '2027-03-11T00:00:00Z', [2000, 1500])
  await bookMoney(club, 'tip', '2027-04-02T12:00:00Z', [500, 375])
  await bookMoney(club, 'refund', '2027-04-01T00:00:00Z', [-1299, -974], { paymentJournalId: paid })
}

async function likePosts() {
  const { creator, member, otherMember } = club.people
  for (const [at, liked, status] of [
    ['2027-02-10T10:00:00Z', ['2027-02-11T10:00:00Z', '2027-04-03T10:00:00Z'], 'ready'],
    ['2027-04-05T10:00:00Z', ['2027-04-06T10:00:00Z'], 'ready'],
    ['2027-04-06T10:00:00Z', ['2027-04-06T10:00:00Z'], 'removed'],
  ] as const) {
    const id = uuid()
    const createdAt = new Date(at)
    const post = { creatorId: creator.id, content: 'Back four', mediaType: 'text', status } as const
    await club.services.db.insert(posts).values({ ...post, id, createdAt, likesCount: liked.length })
    await club.services.db.insert(likes).values(
      liked.map((likedAt, index) => ({
        postId: id,
        personId: [member.id, otherMember.id][index]!,
        createdAt: new Date(likedAt),
      })),
    )
  }
}

async function periodOn(day: string, period?: PeriodName, who: 'creator' | 'otherCreator' = 'creator') {
  club.clock.set(new Date(day))
  await signInAgain(club, club.people[who])
  const { status, body } = await club.people[who].call(api.insights.overview, {
    query: period ? { period } : {},
  })
  expect(status).toBe(200)
  return body.period
}

const april = '2027-04-10T08:00:00Z'

describe('the compared figures', () => {
  it('count members now and at the end of the month before [ANA-1]', async () => {
    const { figures } = await periodOn(april)
    expect(figures.subscribers).toEqual({
      value: 5,
      earlier: 5,
      change: 0,
      ratio: 0,
      trend: [1, 2, 5, 5],
    })
    expect((await periodOn(april, 'last_month')).figures.subscribers).toMatchObject({
      value: 5,
      earlier: 2,
      change: 3,
      ratio: 1.5,
    })
  })

  it('count joins on the same days of the month before [ANA-1]', async () => {
    // Of March, the joins of the 5th and the 10th; not the one of the 11th.
    expect((await periodOn(april)).figures.newSubscribers).toEqual({
      value: 1,
      earlier: 2,
      change: -1,
      ratio: -0.5,
      trend: [1, 1, 3, 1],
    })
  })

  it('add up payments less refunds, and have no ratio to nothing [ANA-1]', async () => {
    const { figures } = await periodOn(april)
    expect(figures.paidCents).toEqual({
      value: -799,
      earlier: 1799,
      change: -2598,
      ratio: -2598 / 1799,
      trend: [500, 500, 3799, -799],
    })
    expect(figures.shareCents).toMatchObject({ value: -599, earlier: 1349, change: -1948 })
    // Four members at the end of March 10.
    expect(figures.paidPerSubscriberCents).toMatchObject({ value: -160, earlier: 450 })
    const may = (await periodOn('2027-05-20T08:00:00Z')).figures
    expect(may.paidCents).toMatchObject({ value: 0, earlier: -799, change: 799, ratio: null })
  })

  it('count likes by when they were given, on posts that can be seen [ANA-1]', async () => {
    const { figures } = await periodOn(april)
    expect(figures.likes).toEqual({ value: 3, earlier: 1, change: 2, ratio: 2, trend: [0, 1, 1, 3] })
    expect(figures.posts).toMatchObject({ value: 2, earlier: 1, change: 1, ratio: 1 })
    expect((await periodOn(april, 'last_month')).figures.likes).toMatchObject({ value: 1, change: 0 })
  })

  it('are compared with full months only [ANA-1]', async () => {
    // January began with the first payment on the 20th.
    const february = (await periodOn('2027-02-28T12:00:00Z')).figures
    expect(february.paidCents).toMatchObject({ earlier: null, change: null, ratio: null })
    expect(february.newSubscribers).toMatchObject({ earlier: null, change: null, ratio: null })
    expect(february.subscribers).toMatchObject({ earlier: 1 })
    expect((await periodOn('2027-03-31T12:00:00Z')).figures.paidCents).toMatchObject({ earlier: 500 })
  })

  it('have nothing to compare with in the first month, and for all time [ANA-1]', async () => {
    const first = await periodOn('2027-01-21T12:00:00Z')
    expect(first.available).toEqual(['this_month'])
    const all = await periodOn(april, 'all')
    for (const { figures } of [first, all])
      for (const [figure, { earlier, change, ratio }] of Object.entries(figures))
        expect([figure, earlier, change, ratio]).toEqual([figure, null, null, null])
    expect(all.figures.paidCents.value).toBe(500 + 500 + 1299 + 2500 - 799)
    expect(all.figures.newSubscribers.value).toBe(6)
  })

  it('have no amounts for another creator [ANA-1]', async () => {
    const { figures } = await periodOn(april, undefined, 'otherCreator')
    expect(figures.subscribers).toMatchObject({ value: 5, change: 0 })
    for (const figure of ['paidCents', 'shareCents', 'paidPerSubscriberCents'] as const)
      expect(figures[figure]).toEqual({ value: null, earlier: null, change: null, ratio: null, trend: [] })
    expect(figures.posts.value).toBe(0)
  })

  it('refuse an unknown period with a sentence [ANA-1]', async () => {
    const reply = await club.people.creator.fetch('/api/analytics?period=this_week')
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ message: 'There is no such period.' })
  })
})
