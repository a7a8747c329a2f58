import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant, signInAgain as signInMember } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { closeMonths, signInAgain } from '#testing/months.ts'
import { quiet } from '#testing/wait-until-settled.ts'

const dayMs = 24 * 60 * 60_000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** Advances the clock, runs what is due, and signs in as the creator. */
async function figuresAt(moment: string) {
  club.clock.set(new Date(moment))
  await quiet(club)
  const { creator } = club.people
  await signInAgain(club, creator)
  return {
    overview: (await creator.call(api.insights.overview)).body,
    recurring: (await creator.call(api.insights.recurring)).body,
    retention: (await creator.call(api.insights.retention)).body,
    lifetime: (await creator.call(api.insights.lifetime)).body,
    revenue: (await creator.call(api.insights.revenue)).body,
  }
}

/** Revenue by month straight from the ledger, bypassing the counted days. */
async function booksByMonth() {
  const { rows } = await club.services.db.execute<{ month: string }>(sql`
    select to_char(j.occurred_at at time zone 'UTC', 'YYYY-MM-01') as month,
      coalesce(sum(l.amount_cents) filter (where l.account in ('provider_balance', 'provider_fees')), 0) as "grossCents",
      coalesce(-sum(l.amount_cents) filter (where l.account = 'creator_payable'), 0) as "creatorCents"
    from ledger_journals j join ledger_lines l on l.journal_id = j.id
    where j.kind not like 'payout%' and j.kind not like 'provider%'
    group by 1`)
  return new Map(rows.map((row) => [row.month, row]))
}

const refundAllOf = async ({ user }: Awaited<ReturnType<typeof join>>) => {
  const { stripe } = club.services.payments
  const { data } = await stripe.charges.list({ customer: user.stripeCustomerId! })
  await stripe.refunds.create({ charge: data[0]!.id })
}

it('agrees with the ledger from the first member to the last departure [ANA-1, REV-1]', async () => {
  const empty = await figuresAt('2028-01-30T12:00:00Z')
  expect(empty.overview).toMatchObject({
    totalSubscribers: 0,
    monthlyRevenue: 0,
    newSubscribersThisMonth: 0,
    engagementRate: null,
    revenuePerSubscriber: null,
    revenueTrend: [],
  })
  expect([empty.recurring.months, empty.retention.cohorts, empty.revenue.months]).toEqual([[], [], []])
  expect(empty.revenue).toMatchObject({ yearlyProjectionCents: null, perSubscriberCents: null })

  const first = await join(club, newApplicant({ firstName: 'Ida', lastName: 'Sol' }))
  const one = await figuresAt('2028-01-31T18:00:00Z')
  expect(one.overview).toMatchObject({
    totalSubscribers: 1,
    monthlyRevenue: 12.99,
    newSubscribersThisMonth: 1,
    revenuePerSubscriber: 12.99,
  })
  expect(one.revenue).toMatchObject({
    thisMonthCents: 974,
    yearlyProjectionCents: null,
    monthsProjectedFrom: 0,
  })

  // Paid on the last day of January, refunded in February.
  const second = await join(club)
  await figuresAt('2028-02-02T12:00:00Z')
  await refundAllOf(second)
  const february = await figuresAt('2028-02-03T12:00:00Z')
  expect(february.overview).toMatchObject({ totalSubscribers: 1, monthlyRevenue: -12.99 })
  expect(february.recurring.months.at(-1)).toMatchObject({
    startCents: 2598,
    endCents: 1299,
    movements: { taken_back: { count: 1, cents: -1299 } },
  })
  expect(february.retention.cohorts[0]).toEqual({ month: '2028-01-01', joined: 2, kept: [2, 1] })

  await closeMonths(club, '2028-02-04T00:10:00Z')
  await figuresAt('2028-03-01T20:00:00Z')
  await closeMonths(club, '2028-03-04T00:10:00Z')
  await signInMember(first)
  await leave(club, first.caller, first.user.email)
  // The accounts are erased a month later.
  for (let day = 0; day < 32; day += 8) {
    club.clock.advance(8 * dayMs)
    await quiet(club)
    await hourOfDepartures(club)
  }
  const { overview, recurring, lifetime, revenue } = await figuresAt('2028-05-02T12:00:00Z')
  await closeMonths(club, '2028-05-04T00:10:00Z')
  expect(overview).toMatchObject({ totalSubscribers: 0, monthlyRevenue: 0, revenuePerSubscriber: null })
  expect(recurring.months.at(-1)).toMatchObject({ endCents: 0, membersAtEnd: 0 })
  expect(lifetime).toMatchObject({ people: 2, monthlyLoss: null, expectedCents: null })
  expect(revenue.perSubscriberCents).toBeNull()

  const books = await booksByMonth()
  expect(books.size).toBe(2)
  for (const { month, grossCents, creatorCents } of revenue.months)
    expect({ month, grossCents, creatorCents }).toEqual(
      books.get(month) ?? { month, grossCents: 0, creatorCents: 0 },
    )
  expect(revenue.months.at(-1)!.month).toBe('2028-05-01')
  const stated = (await figuresAt('2028-05-05T12:00:00Z')).revenue.months.flatMap(
    ({ statement }) => statement ?? [],
  )
  expect(stated.length).toBeGreaterThanOrEqual(3)
  expect(stated.reduce((sum, { earnedCents }) => sum + earnedCents, 0)).toBe(
    revenue.months.reduce((sum, { creatorCents }) => sum + creatorCents, 0),
  )

  // Erased members count but are not named.
  const { rows } = (await club.people.creator.call(api.insights.rows, { query: { figure: 'joined' } })).body
  expect(rows.map(({ name }) => name)).toEqual(['Frida Nkemelu', null])
})
