import { describe, expect, it } from 'vitest'
import { lifetimeOf } from './lifetime.ts'
import { everyMonth } from './month-list.ts'
import { type MoneyMonth, type MonthMovements, noMovements } from './queries.ts'
import { allRecurringMonths } from './recurring.ts'
import { cohortsOf } from './retention.ts'

const now = new Date('2028-03-15T00:00:00Z')

const moved = (parts: Partial<MonthMovements>): MonthMovements => Object.assign(noMovements(), parts)
const part = (count: number, sign: 1 | -1, cents = 1000) => ({
  count,
  members: sign * count,
  previousMembers: sign * count,
  cents: sign * count * cents,
})
const paid = (grossCents: number): MoneyMonth => ({
  subscriptionCents: grossCents,
  tipCents: 0,
  takenBackCents: 0,
  grossCents,
  creatorCents: grossCents * 0.75,
})

/** Three months with a hundred members: some leave in the second, five more in the third. */
const known = (lost: number) => ({
  moved: new Map([
    ['2027-12-01', moved({ new: part(100, 1) })],
    ['2028-01-01', moved({ lost_by_choice: part(lost, -1) })],
    ['2028-02-01', moved({ lost_by_failed_payment: part(8, -1), recovered: part(3, 1) })],
  ]),
  money: new Map([
    ['2027-12-01', paid(100_000)],
    ['2028-01-01', paid(90_000)],
    ['2028-02-01', paid(80_000)],
    ['2028-03-01', paid(5000)],
  ]),
})

describe('everyMonth', () => {
  it('lists every month up to the current one, across years and leap days', () => {
    expect(everyMonth(['2027-12-01', '2027-11-01'], now)).toEqual([
      '2027-11-01',
      '2027-12-01',
      '2028-01-01',
      '2028-02-01',
      '2028-03-01',
    ])
    expect(everyMonth(['2028-04-01'], now)).toEqual(['2028-04-01'])
    expect(everyMonth([], now)).toEqual([])
  })
})

describe('a club without members', () => {
  it('has no months and no averages', () => {
    expect(allRecurringMonths(new Map(), now)).toEqual([])
    expect(cohortsOf([], now)).toEqual([])
    expect(lifetimeOf({ money: new Map(), moved: new Map() }, now)).toEqual({
      people: 0,
      paidCents: 0,
      paidPerPersonCents: null,
      monthlyLoss: null,
      monthsCounted: 0,
      from: null,
      through: null,
      lostInThem: 0,
      membersAtStarts: 0,
      paidInThemCents: 0,
      memberMonths: 0,
      revenuePerMemberCents: null,
      expectedCents: null,
    })
  })
})

describe('the lifetime value', () => {
  it('is ARPU divided by the churn rate', () => {
    const { monthlyLoss, ...figures } = lifetimeOf(known(15), now)
    // 15 + 8 - 3 churned of the 100 and 85 at the start; 170,000 cents from an average of 92.5 and 82.5 members.
    expect(monthlyLoss).toBeCloseTo(20 / 185)
    expect(figures).toEqual({
      people: 100,
      paidCents: 275_000,
      paidPerPersonCents: 2750,
      monthsCounted: 2,
      from: '2028-01-01',
      through: '2028-02-01',
      lostInThem: 20,
      membersAtStarts: 185,
      paidInThemCents: 170_000,
      memberMonths: 175,
      revenuePerMemberCents: 971,
      expectedCents: Math.round((170_000 / 175) * (185 / 20)),
    })
  })

  it('ignores members who join and leave within the same month', () => {
    const { moved: months, money } = known(20)
    months.get('2028-02-01')!.new = part(1000, 1)
    months.get('2028-02-01')!.taken_back = { ...part(600, -1), previousMembers: -2 }
    expect(lifetimeOf({ moved: months, money }, now)).toMatchObject({
      lostInThem: 27,
      monthlyLoss: 27 / (100 + 80),
    })
  })

  it('is null while fewer than twenty members were lost', () => {
    expect(lifetimeOf(known(14), now)).toMatchObject({
      lostInThem: 19,
      monthlyLoss: null,
      expectedCents: null,
      revenuePerMemberCents: 963,
    })
  })

  it('covers at most six months, also when every member has left', () => {
    const months = Array.from({ length: 9 }, (_, index) => `2027-0${index + 1}-01`)
    const leaving = new Map(months.map((month) => [month, moved({ lost_by_choice: part(10, -1) })]))
    leaving.set('2026-12-01', moved({ new: part(90, 1) }))
    const figures = lifetimeOf({ moved: leaving, money: new Map() }, new Date('2027-10-01T00:00:00Z'))
    expect(figures).toMatchObject({
      monthsCounted: 6,
      from: '2027-04-01',
      through: '2027-09-01',
      lostInThem: 60,
      monthlyLoss: 60 / (60 + 50 + 40 + 30 + 20 + 10),
      revenuePerMemberCents: 0,
      expectedCents: 0,
    })
    expect(allRecurringMonths(leaving, now).at(-1)).toMatchObject({ endCents: 0, membersAtEnd: 0 })
  })

  it('covers empty months in between, but none after the last member left', () => {
    const gone = new Map([
      ['2027-01-01', moved({ new: part(1, 1) })],
      ['2027-02-01', moved({ lost_by_failed_payment: part(1, -1) })],
      ['2027-03-01', moved({ recovered: part(1, 1) })],
      ['2027-04-01', moved({ lost_by_choice: part(1, -1) })],
    ])
    const money = new Map([
      ['2027-03-01', paid(1299)],
      ['2027-05-01', paid(-1299)],
    ])
    expect(lifetimeOf({ moved: gone, money }, new Date('2027-07-01T00:00:00Z'))).toMatchObject({
      monthsCounted: 2,
      from: '2027-02-01',
      through: '2027-04-01',
      lostInThem: 1,
      membersAtStarts: 2,
      paidInThemCents: 1299,
      memberMonths: 0.5 + 0.5 + 0.5,
    })
  })
})
