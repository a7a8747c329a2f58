import { api } from '@touchline/contract/api.ts'
import type { Revenue } from '@touchline/contract/insights.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvePayout } from '#features/payouts/approve-payout.ts'
import { bookMoney } from '#testing/booked.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addMovements } from '#testing/membership-movements.ts'
import { closeMonths, signInAgain } from '#testing/months.ts'
import { projectionOf, revenueFor } from './revenue.ts'

let club: Club
let uncounted: Revenue
beforeAll(async () => {
  club = await openClub()
  const { services } = club
  const paid = await bookMoney(club, 'subscription', '2027-01-01T00:00:00Z', [1299, 974])
  await bookMoney(club, 'tip', '2027-01-31T23:59:59.999Z', [500, 375])
  // Across the end of a month.
  await bookMoney(club, 'refund', '2027-02-01T00:00:00Z', [-1299, -974], { paymentJournalId: paid })
  await closeMonths(club, '2027-02-04T00:10:00Z')
  // Booked only after its month was closed.
  await bookMoney(club, 'tip', '2027-01-20T12:00:00Z', [2000, 1500])
  const [february] = await closeMonths(club, '2027-03-04T00:10:00Z')
  await approvePayout(services, {
    statementId: february!.id,
    expectedCents: february!.payableCents,
    approvedBy: club.people.admin.id,
  })
  await closeMonths(club, '2027-04-04T00:10:00Z')
  await bookMoney(club, 'tip', '2027-04-08T12:00:00Z', [500, 375])
  for (const day of ['01', '02'])
    await addMovements(club, [{ kind: 'new', at: `2027-01-${day}T10:00:00Z`, members: 1, cents: 1299 }])
  club.clock.set(new Date('2027-04-10T00:00:00Z'))
  for (const name of ['creator', 'otherCreator', 'member'] as const)
    await signInAgain(club, club.people[name])
  uncounted = await revenueFor(services, { id: club.people.creator.id, isMainInfluencer: true })
})
afterAll(() => club.close())

describe('revenue by month', () => {
  it('matches the ledger and splits late entries between statements [REV-1]', async () => {
    const { body } = await club.people.creator.call(api.insights.revenue)
    const [january, february, march, april] = body.months
    expect(body.months).toHaveLength(4)
    expect(january).toEqual({
      month: '2027-01-01',
      subscriptionCents: 1299,
      tipCents: 2500,
      takenBackCents: 0,
      grossCents: 3799,
      creatorCents: 2849,
      statement: { id: expect.any(String), earnedCents: 1349, lateCents: 1500 },
    })
    expect(february).toMatchObject({
      takenBackCents: -1299,
      grossCents: -1299,
      creatorCents: -974,
      statement: { earnedCents: 526, lateCents: -1500 },
    })
    expect(march).toMatchObject({
      grossCents: 0,
      creatorCents: 0,
      statement: { earnedCents: 0, lateCents: 0 },
    })
    expect(april).toMatchObject({ month: '2027-04-01', tipCents: 500, creatorCents: 375, statement: null })
  })

  it('equals the payout statements to the cent [REV-1, PAYOUT-1]', async () => {
    const { creator } = club.people
    const { body } = await creator.call(api.insights.revenue)
    const closed = body.months.flatMap(({ statement }) => statement ?? [])
    const stated = await Promise.all(
      closed.map(async ({ id }) => (await creator.call(api.payouts.show, { params: { id } })).body),
    )
    const earned = stated.map(({ groups }) =>
      groups
        .filter(({ group }) => group !== 'payouts')
        .reduce((sum, { amountCents }) => sum + amountCents, 0),
    )
    expect(stated.some(({ groups }) => groups.some(({ group }) => group === 'payouts'))).toBe(true)
    expect(closed.map(({ earnedCents }) => earnedCents)).toEqual(earned)
    const { earnedThisMonthCents } = (await creator.call(api.payouts.overview)).body
    expect(body.thisMonthCents).toBe(earnedThisMonthCents)
    const all = body.months.reduce((sum, { creatorCents }) => sum + creatorCents, 0)
    expect(all).toBe(earned.reduce((sum, cents) => sum + cents, 0) + earnedThisMonthCents)
  })

  it('projects the last three full months to a year [REV-1]', async () => {
    const { body } = await club.people.creator.call(api.insights.revenue)
    expect(body).toMatchObject({
      thisMonthCents: 375,
      yearlyProjectionCents: (2849 - 974 + 0) * 4,
      monthsProjectedFrom: 3,
      perSubscriberCents: 188,
      countedAt: expect.stringMatching(/^2027-04-10T00:00:0/),
    })
  })

  it('is empty before the first count, even with statements', () => {
    expect(uncounted).toEqual({
      thisMonthCents: 0,
      yearlyProjectionCents: null,
      monthsProjectedFrom: 0,
      projectedFrom: null,
      projectedThrough: null,
      perSubscriberCents: null,
      months: [],
      countedAt: null,
    })
  })

  it('downloads as CSV with the same amounts [REV-1]', async () => {
    const reply = await club.people.creator.fetch('/api/analytics/revenue?format=csv')
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="revenue.csv"')
    const [head, january, ...rest] = (await reply.text()).split('\r\n')
    expect(head).toMatch(/^"Month","Memberships \(USD\)",.+,"Paid by members \(USD\)","Your share \(USD\)",/)
    expect(january).toMatch(/^"2027-01-01",12\.99,25\.00,0\.00,37\.99,28\.49,13\.49,15\.00,"[\w-]{36}"$/)
    expect(rest.at(-2)).toBe('"2027-04-01",0.00,5.00,0.00,5.00,3.75,,,')
    expect(await club.people.creator.fetch('/api/analytics/revenue?format=xls')).toMatchObject({
      status: 400,
    })
  })

  it('is empty for another creator and returns 403 for a member [REV-1]', async () => {
    const { otherCreator, member } = club.people
    expect((await otherCreator.call(api.insights.revenue)).body).toMatchObject({
      thisMonthCents: 0,
      yearlyProjectionCents: null,
      monthsProjectedFrom: 0,
      perSubscriberCents: null,
      months: [],
    })
    expect(await member.call(api.insights.revenue)).toMatchObject({ status: 403 })
  })
})

describe('the yearly projection', () => {
  it('ignores a first month that is not full [REV-1]', async () => {
    const young = await openClub()
    await bookMoney(young, 'tip', '2027-01-31T12:00:00Z', [500, 375])
    const { creator } = young.people
    const projectedOn = async (day: string) => {
      young.clock.set(new Date(day))
      await signInAgain(young, creator)
      const { yearlyProjectionCents, monthsProjectedFrom, projectedFrom, projectedThrough } = (
        await creator.call(api.insights.revenue)
      ).body
      return { yearlyProjectionCents, monthsProjectedFrom, projectedFrom, projectedThrough }
    }
    expect(await projectedOn('2027-02-10T00:00:00Z')).toEqual(projectionOf([]))
    await bookMoney(young, 'tip', '2027-02-12T12:00:00Z', [400, 300])
    expect(await projectedOn('2027-03-10T00:00:00Z')).toEqual(
      projectionOf([{ month: '2027-02-01', creatorCents: 300 }]),
    )
    await young.close()
  })

  it('uses up to three full months [REV-1]', () => {
    const months = [9999, 1, 1, 0].map((creatorCents, index) => ({
      month: `2027-0${index + 1}-01`,
      creatorCents,
    }))
    expect(projectionOf([])).toEqual({
      yearlyProjectionCents: null,
      monthsProjectedFrom: 0,
      projectedFrom: null,
      projectedThrough: null,
    })
    expect(projectionOf(months.slice(1, 2))).toEqual({
      yearlyProjectionCents: 12,
      monthsProjectedFrom: 1,
      projectedFrom: '2027-02-01',
      projectedThrough: '2027-02-01',
    })
    expect(projectionOf(months)).toEqual({
      yearlyProjectionCents: 8,
      monthsProjectedFrom: 3,
      projectedFrom: '2027-02-01',
      projectedThrough: '2027-04-01',
    })
  })
})
