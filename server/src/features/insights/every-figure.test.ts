import { api } from '@touchline/contract/api.ts'
import {
  type Lifetime,
  movementKinds,
  type Overview,
  periods,
  type Recurring,
  type Retention,
  type Revenue,
  type TracedRow,
} from '@touchline/contract/insights.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { simulateNineMonths } from '#testing/simulate-nine-months.ts'
import { engagementOf } from '#features/posts/engagement.ts'
import { addMonths, endOf } from '#time/months.ts'
import type { sourceOf } from './row-sources.ts'

/*
 * Every field of every analytics response equals the sum of its rows. A field added to the contract without its rows
 * does not compile here.
 */

let club: Club
beforeAll(async () => {
  club = await openClub()
  await simulateNineMonths(club)
})
afterAll(() => club.close())

type Filter = Omit<Parameters<typeof sourceOf>[0], 'viewer'>

/** All rows of a figure. */
async function rowsOf(filter: Filter): Promise<TracedRow[]> {
  const all: TracedRow[] = []
  let before: string | undefined
  do {
    const query = { ...filter, limit: '50', ...(before ? { before } : {}) }
    const { status, body } = await club.people.creator.call(api.insights.rows, { query })
    expect([filter, status]).toEqual([filter, 200])
    all.push(...body.rows)
    before = body.next ?? undefined
  } while (before)
  return all
}

const sumOf = <One>(all: One[], part: (one: One) => number | null) =>
  all.reduce((sum, one) => sum + (part(one) ?? 0), 0)
const pieces = async (filter: Filter) => sumOf(await rowsOf(filter), ({ count }) => count)
const paid = async (filter: Filter) => sumOf(await rowsOf(filter), ({ amountCents }) => amountCents)
const earned = async (filter: Filter) => sumOf(await rowsOf(filter), ({ creatorCents }) => creatorCents)

/** Pairs a value of the response with the sum of its rows; null for a value that is not a figure. */
type Traced<Answer> = Record<keyof Answer, [said: unknown, rows: unknown] | null>

function expectSame<Answer>(traced: Traced<Answer>) {
  const pairs = Object.entries<Traced<Answer>[keyof Answer]>(traced).filter(([, pair]) => pair !== null)
  expect(Object.fromEntries(pairs.map(([name, pair]) => [name, pair?.[0]]))).toEqual(
    Object.fromEntries(pairs.map(([name, pair]) => [name, pair?.[1]])),
  )
}

const running = '2027-05-01'
const byName = ([one]: unknown[], [other]: unknown[]) => String(one).localeCompare(String(other))

it('the overview equals its rows [ANA-1, ANA-2]', async () => {
  const { body } = await club.people.creator.call(api.insights.overview)
  expect(body).toMatchObject({ totalSubscribers: 6, newSubscribersThisMonth: 1, monthlyRevenue: 12.99 })
  const subscribers = await pieces({ figure: 'subscribers' })
  const month = { figure: 'revenue', month: running } as const
  const trend = body.revenueTrend.map(async ({ month: one }) => ({
    month: one,
    gross: (await paid({ figure: 'revenue', month: one })) / 100,
    net: (await earned({ figure: 'revenue', month: one })) / 100,
  }))
  const acts = (await pieces({ figure: 'likes' })) + (await pieces({ figure: 'comments' }))
  expectSame<Overview>({
    totalSubscribers: [body.totalSubscribers, subscribers],
    monthlyRevenue: [body.monthlyRevenue, (await paid(month)) / 100],
    totalPosts: [body.totalPosts, await pieces({ figure: 'posts' })],
    totalLikes: [body.totalLikes, await pieces({ figure: 'likes' })],
    engagementRate: [body.engagementRate, (acts / (await pieces({ figure: 'views' }))) * 100],
    newSubscribersThisMonth: [
      body.newSubscribersThisMonth,
      await pieces({ figure: 'new_subscribers', month: running }),
    ],
    revenuePerSubscriber: [body.revenuePerSubscriber, Math.round((await paid(month)) / subscribers) / 100],
    revenueTrend: [body.revenueTrend, await Promise.all(trend)],
    earnsHere: null,
    period: null,
    countedAt: null,
  })
})

it('every compared figure equals its rows, before the period too [ANA-2]', async () => {
  for (const name of periods) {
    const { body } = await club.people.creator.call(api.insights.overview, { query: { period: name } })
    const { from: month, through, earlier, figures } = body.period
    const upTo = addMonths(month, -1)
    const within = { month, through }
    const end = earlier && {
      through: earlier.through,
      ...(earlier.until ? { until: earlier.until } : {}),
    }
    const before = earlier && end && { month: earlier.from, ...end }
    const rate = async (last: string) => {
      const counts = await Promise.all(
        (['likes', 'comments', 'views'] as const).map((figure) => pieces({ figure, through: last })),
      )
      const [likes = 0, comments = 0, views = 0] = counts
      return engagementOf({ likes, comments, views })
    }
    const members = await pieces({ figure: 'kept', through })
    const membersThen = end && (await pieces({ figure: 'kept', ...end }))
    const likesLater = await pieces({ figure: 'new_likes', since: endOf(through).toISOString() })
    const likes = (await pieces({ figure: 'likes' })) - likesLater
    const paidIn = await paid({ figure: 'revenue', ...within })
    const paidBefore = before && (await paid({ figure: 'revenue', ...before }))
    const rows: Record<keyof typeof figures, [value: unknown, earlier: unknown]> = {
      subscribers: [members, await pieces({ figure: 'kept', through: upTo })],
      posts: [await pieces({ figure: 'posts', through }), await pieces({ figure: 'posts', through: upTo })],
      likes: [likes, likes - (await pieces({ figure: 'new_likes', ...within }))],
      engagement: [await rate(through), await rate(upTo)],
      newSubscribers: [
        await pieces({ figure: 'new_subscribers', ...within }),
        before && (await pieces({ figure: 'new_subscribers', ...before })),
      ],
      paidCents: [paidIn, paidBefore],
      shareCents: [
        await earned({ figure: 'revenue', ...within }),
        before && (await earned({ figure: 'revenue', ...before })),
      ],
      paidPerSubscriberCents: [
        Math.round(paidIn / members),
        paidBefore && membersThen && Math.round(paidBefore / membersThen),
      ],
    }
    const said = Object.entries(figures).map(([figure, { value, earlier: was }]) => [figure, value, was])
    const counted = Object.entries(rows).map(([figure, [value, was]]) => [
      figure,
      value,
      // Left out where the club was younger.
      said.find(([other]) => other === figure)?.[2] === null ? null : was,
    ])
    expect([name, ...said.toSorted(byName)]).toEqual([name, ...counted.toSorted(byName)])
  }
})

it('MRR equals its rows at the start and end of every month [ANA-2]', async () => {
  const { months } = (await club.people.creator.call(api.insights.recurring)).body
  expect(months).toHaveLength(9)
  let [startCents, membersAtStart] = [0, 0]
  for (const { month, ...said } of months) {
    const endCents = await paid({ figure: 'movements', through: month })
    const membersAtEnd = await pieces({ figure: 'kept', through: month })
    const parts = movementKinds.map(async (kind) => {
      const rows = await rowsOf({ figure: 'movements', month, kind })
      const count = sumOf(rows, (row) => row.count)
      return [kind, { count, cents: sumOf(rows, ({ amountCents }) => amountCents) }] as const
    })
    expectSame<Recurring['months'][number]>({
      month: null,
      startCents: [said.startCents, startCents],
      endCents: [said.endCents, endCents],
      membersAtStart: [said.membersAtStart, membersAtStart],
      membersAtEnd: [said.membersAtEnd, membersAtEnd],
      movements: [said.movements, Object.fromEntries(await Promise.all(parts))],
    })
    startCents = endCents
    membersAtStart = membersAtEnd
  }
  expect(await paid({ figure: 'subscribers' })).toBe(startCents)
})

it('retention equals its rows at the end of every month [ANA-2]', async () => {
  const { cohorts } = (await club.people.creator.call(api.insights.retention)).body
  expect(cohorts).toHaveLength(9)
  for (const [nth, { month, joined, kept }] of cohorts.entries()) {
    const ends = cohorts.slice(nth).map(({ month: through }) => ({ joined: month, through }))
    expectSame<Retention['cohorts'][number]>({
      month: null,
      joined: [joined, await pieces({ figure: 'joined', month })],
      kept: [kept, await Promise.all(ends.map((end) => pieces({ figure: 'kept', ...end })))],
    })
    expect(await pieces({ figure: 'kept', joined: month })).toBe(kept.at(-1))
  }
})

it('lifetime value equals its rows [ANA-2]', async () => {
  const { body } = await club.people.creator.call(api.insights.lifetime)
  expect(body).toMatchObject({ monthsCounted: 6, from: '2026-11-01', through: '2027-04-01', lostInThem: 21 })
  const within = { month: body.from!, through: body.through! }
  const [people, all] = [await pieces({ figure: 'joined' }), await paid({ figure: 'revenue' })]
  const lost = await pieces({ figure: 'lost', ...within })
  const inThem = await paid({ figure: 'revenue', ...within })
  const { months } = (await club.people.creator.call(api.insights.recurring)).body
  const looked = months.filter(({ month }) => month >= within.month && month <= within.through)
  const starts = sumOf(looked, ({ membersAtStart }) => membersAtStart)
  const means = (starts + sumOf(looked, ({ membersAtEnd }) => membersAtEnd)) / 2
  expectSame<Lifetime>({
    people: [body.people, people],
    paidCents: [body.paidCents, all],
    paidPerPersonCents: [body.paidPerPersonCents, Math.round(all / people)],
    monthlyLoss: [body.monthlyLoss, lost / starts],
    monthsCounted: [body.monthsCounted, looked.length],
    from: null,
    through: null,
    lostInThem: [body.lostInThem, lost],
    membersAtStarts: [body.membersAtStarts, starts],
    paidInThemCents: [body.paidInThemCents, inThem],
    memberMonths: [body.memberMonths, means],
    revenuePerMemberCents: [body.revenuePerMemberCents, Math.round(inThem / means)],
    expectedCents: [body.expectedCents, Math.round(inThem / means / (lost / starts))],
    countedAt: null,
  })
  // Payments and churn outside the covered months are not among these rows.
  expect(inThem).toBeLessThan(all)
  expect(await pieces({ figure: 'lost' })).toBe(lost + 2)
})

it('revenue equals its rows, also by kind of payment [REV-1, ANA-2]', async () => {
  const { body } = await club.people.creator.call(api.insights.revenue)
  expect(body).toMatchObject({ projectedFrom: '2027-02-01', projectedThrough: '2027-04-01' })
  const projected = { month: body.projectedFrom!, through: body.projectedThrough! }
  const month = await earned({ figure: 'revenue', month: running })
  expectSame<Revenue>({
    thisMonthCents: [body.thisMonthCents, month],
    yearlyProjectionCents: [
      body.yearlyProjectionCents,
      (await earned({ figure: 'revenue', ...projected })) * 4,
    ],
    monthsProjectedFrom: [body.monthsProjectedFrom, 3],
    projectedFrom: null,
    projectedThrough: null,
    perSubscriberCents: [
      body.perSubscriberCents,
      Math.round(month / (await pieces({ figure: 'subscribers' }))),
    ],
    months: null,
    countedAt: null,
  })
  for (const said of body.months) {
    const rows = await rowsOf({ figure: 'revenue', month: said.month })
    const of = (isIt: (what: string) => boolean) =>
      sumOf(rows, ({ what, amountCents }) => (isIt(what) ? amountCents : 0))
    expectSame<Revenue['months'][number]>({
      month: null,
      subscriptionCents: [said.subscriptionCents, of((what) => what === 'subscription')],
      tipCents: [said.tipCents, of((what) => what === 'tip')],
      takenBackCents: [said.takenBackCents, of((what) => !['subscription', 'tip'].includes(what))],
      grossCents: [said.grossCents, of(() => true)],
      creatorCents: [said.creatorCents, sumOf(rows, ({ creatorCents }) => creatorCents)],
      // The lines of the statement are its rows.
      statement: null,
    })
  }
})
