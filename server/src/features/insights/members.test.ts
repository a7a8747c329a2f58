import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookMoney } from '#testing/booked.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addMovements, newMembership } from '#testing/membership-movements.ts'
import { signInAgain } from '#testing/months.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  // The last moment of a leap day, and a member who left and came back.
  await addMovements(club, [newMembership('2028-02-29T23:59:59.999Z')])
  await addMovements(club, [
    newMembership('2028-02-10T12:00:00Z'),
    { kind: 'lost_by_choice', at: '2028-03-10T12:00:00Z', members: -1, cents: -1299 },
    { kind: 'returning', at: '2028-05-01T00:00:00Z', members: 1, cents: 999 },
  ])
  // No movements in April.
  await addMovements(club, [
    newMembership('2028-03-01T00:00:00Z'),
    { kind: 'lost_by_failed_payment', at: '2028-05-02T00:00:00Z', members: -1, cents: -1299 },
    { kind: 'recovered', at: '2028-05-04T00:00:00Z', members: 1, cents: 1299 },
    { kind: 'repriced', at: '2028-05-05T00:00:00Z', members: 0, cents: -300 },
  ])
  await bookMoney(club, 'subscription', '2028-02-29T23:59:59.999Z', [1299, 974])
  await bookMoney(club, 'tip', '2028-05-03T10:00:00Z', [1000, 750])
  club.clock.set(new Date('2028-05-20T12:00:00Z'))
  for (const name of ['creator', 'otherCreator', 'member'] as const)
    await signInAgain(club, club.people[name])
})
afterAll(() => club.close())

const none = { count: 0, cents: 0 }

describe('recurring revenue', () => {
  it('adds up from month to month [ANA-1, ANA-2]', async () => {
    const { months } = (await club.people.creator.call(api.insights.recurring)).body
    expect(months.map(({ month, startCents, endCents }) => [month, startCents, endCents])).toEqual([
      ['2028-02-01', 0, 2598],
      ['2028-03-01', 2598, 2598],
      ['2028-04-01', 2598, 2598],
      ['2028-05-01', 2598, 3297],
    ])
    expect(months.map(({ membersAtStart, membersAtEnd }) => [membersAtStart, membersAtEnd])).toEqual([
      [0, 2],
      [2, 2],
      [2, 2],
      [2, 3],
    ])
    expect(months[3]!.movements).toEqual({
      new: none,
      returning: { count: 1, cents: 999 },
      recovered: { count: 1, cents: 1299 },
      repriced: { count: 1, cents: -300 },
      lost_by_choice: none,
      lost_by_failed_payment: { count: 1, cents: -1299 },
      taken_back: none,
    })
    for (const { startCents, endCents, movements } of months)
      expect(Object.values(movements).reduce((sum, { cents }) => sum + cents, startCents)).toBe(endCents)
  })

  it('downloads as CSV whose rows add up [ANA-2]', async () => {
    const reply = await club.people.creator.fetch('/api/analytics/recurring?format=csv')
    const [head, ...rows] = (await reply.text()).trimEnd().split('\r\n')
    expect(head).toContain('"Involuntary churn (members)","Involuntary churn (USD)"')
    expect(rows.at(-1)).toBe(
      '"2028-05-01",2,25.98,0,0.00,1,9.99,1,12.99,1,-3.00,0,0.00,1,-12.99,0,0.00,3,32.97',
    )
  })
})

describe('retention', () => {
  it('counts the members of each cohort at every month end [ANA-1]', async () => {
    const { cohorts } = (await club.people.creator.call(api.insights.retention)).body
    expect(cohorts).toEqual([
      { month: '2028-02-01', joined: 2, kept: [2, 1, 1, 2] },
      { month: '2028-03-01', joined: 1, kept: [1, 1, 1] },
      { month: '2028-04-01', joined: 0, kept: [0, 0] },
      { month: '2028-05-01', joined: 0, kept: [0] },
    ])
    const reply = await club.people.creator.fetch('/api/analytics/retention?format=csv')
    expect((await reply.text()).split('\r\n').slice(0, 3)).toEqual([
      '"Cohort","Joined","Retained after 0 months","Retained after 1 months","Retained after 2 months","Retained after 3 months"',
      '"2028-02-01",2,2,1,1,2',
      '"2028-03-01",1,1,1,1,',
    ])
  })
})

describe('the overview', () => {
  it('shows the current month, and revenue only to its creator [ANA-1]', async () => {
    const { creator, otherCreator, member } = club.people
    const { body } = await creator.call(api.insights.overview)
    expect(body).toMatchObject({
      totalSubscribers: 3,
      monthlyRevenue: 10,
      newSubscribersThisMonth: 0,
      revenuePerSubscriber: 3.33,
      engagementRate: null,
      earnsHere: true,
    })
    expect(body.revenueTrend).toEqual([
      { month: '2028-02-01', gross: 12.99, net: 9.74 },
      { month: '2028-03-01', gross: 0, net: 0 },
      { month: '2028-04-01', gross: 0, net: 0 },
      { month: '2028-05-01', gross: 10, net: 7.5 },
    ])
    expect((await otherCreator.call(api.insights.overview)).body).toMatchObject({
      totalSubscribers: 3,
      monthlyRevenue: 0,
      revenuePerSubscriber: null,
      revenueTrend: [],
      earnsHere: false,
    })
    expect((await otherCreator.call(api.insights.recurring)).body.months).toEqual([])
    expect((await otherCreator.call(api.insights.lifetime)).body).toMatchObject({
      people: 0,
      paidCents: 0,
      paidPerPersonCents: null,
      revenuePerMemberCents: null,
    })
    for (const figure of ['overview', 'recurring', 'retention', 'lifetime'] as const)
      expect((await member.fetch(api.insights[figure].path)).status).toBe(403)
  })

  it('includes everything written before the read [ANA-1]', async () => {
    const { creator } = club.people
    const before = (await creator.call(api.insights.overview)).body
    expect((await creator.call(api.insights.overview)).body).toEqual(before)
    await bookMoney(club, 'tip', '2028-05-19T10:00:00Z', [500, 375])
    const after = (await creator.call(api.insights.overview)).body
    expect(after.monthlyRevenue).toBe(15)
    expect(after.countedAt! > before.countedAt!).toBe(true)
  })
})

describe('when counting fails', () => {
  it('returns the last counted figures and their time [ANA-1]', async () => {
    const { creator } = club.people
    const { db } = club.services
    const before = (await creator.call(api.insights.overview)).body
    await db.execute(sql`alter table insight_money_days add constraint full_disk check (false) not valid`)
    await bookMoney(club, 'tip', '2028-05-19T11:00:00Z', [100, 75])
    const meanwhile = await creator.call(api.insights.overview)
    await db.execute(sql`alter table insight_money_days drop constraint full_disk`)
    expect(meanwhile).toMatchObject({ status: 200, body: before })
    const after = (await creator.call(api.insights.overview)).body
    expect(after.monthlyRevenue).toBe(before.monthlyRevenue + 1)
  })
})

describe('lifetime value', () => {
  it('is null while too few members were lost [ANA-1]', async () => {
    const { body } = await club.people.creator.call(api.insights.lifetime)
    expect(body).toMatchObject({
      people: 3,
      paidCents: 1299 + 1000 + 500 + 100,
      paidPerPersonCents: 966,
      monthlyLoss: null,
      // March and April: May is not over, and February started without members.
      monthsCounted: 2,
      lostInThem: 1,
      revenuePerMemberCents: 0,
      expectedCents: null,
    })
    const reply = await club.people.creator.fetch('/api/analytics/lifetime?format=csv')
    const rows = (await reply.text()).split('\r\n')
    expect(rows).toContain('"Paid per person (USD)",9.66')
    expect(rows).toContain('"Lifetime value (USD)",')
  })
})

describe('a club of many years', () => {
  it('shows the last 24 months and carries the balance forward [ANA-1]', async () => {
    const old = await openClub()
    await addMovements(old, [{ kind: 'new', at: '2027-01-31T10:00:00Z', members: 1, cents: 1299 }])
    await addMovements(old, [{ kind: 'new', at: '2030-03-10T10:00:00Z', members: 1, cents: 1299 }])
    await addMovements(old, [
      { kind: 'new', at: '2030-04-02T10:00:00Z', members: 1, cents: 1299 },
      { kind: 'taken_back', at: '2030-04-20T10:00:00Z', members: -1, cents: -1299 },
    ])
    await bookMoney(old, 'subscription', '2027-01-31T10:00:00Z', [1299, 974])
    old.clock.set(new Date('2030-05-20T12:00:00Z'))
    const { creator } = old.people
    await signInAgain(old, creator)
    const { months } = (await creator.call(api.insights.recurring)).body
    expect(months).toHaveLength(24)
    expect(months[0]).toMatchObject({ month: '2028-06-01', startCents: 1299, endCents: 1299 })
    expect(months.at(-1)).toMatchObject({ month: '2030-05-01', endCents: 2598, membersAtEnd: 2 })
    const { cohorts } = (await creator.call(api.insights.retention)).body
    expect([cohorts.length, cohorts[0]?.month, cohorts.at(-3)]).toEqual([
      24,
      '2028-06-01',
      { month: '2030-03-01', joined: 1, kept: [1, 1, 1] },
    ])
    const { revenueTrend } = (await creator.call(api.insights.overview)).body
    const revenue = (await creator.call(api.insights.revenue)).body
    for (const list of [revenueTrend, revenue.months])
      expect([list.length, list[0]?.month, list.at(-1)?.month]).toEqual([24, '2028-06-01', '2030-05-01'])
    // A member who joined and left within April was not there at its start.
    expect((await creator.call(api.insights.lifetime)).body).toMatchObject({ paidCents: 1299, lostInThem: 0 })
    await old.close()
  })
})
