import type { Lifetime } from '@touchline/contract/insights.ts'
import { monthOf } from '#time/months.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { readConsistently } from './consistent-read.ts'
import { churnKinds } from './churn-kinds.ts'
import { countedAt, moneyByMonth, type MoneyMonth, type MonthMovements, movementsByMonth } from './queries.ts'
import { allRecurringMonths, type RecurringMonth } from './recurring.ts'

/** The churn rate covers at most this many full months. */
const maxMonths = 6

/** With fewer churned members, one more or less would change the lifetime value by more than 5%. */
const minLost = 20

/** Lifetime value, churn rate and ARPU; empty for a creator who does not receive the club's revenue. */
export function lifetimeFor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'isMainInfluencer'>,
): Promise<Lifetime> {
  return readConsistently(db, async (tx) => {
    const earnsHere = viewer.isMainInfluencer
    const money = earnsHere ? await moneyByMonth(tx) : new Map<string, MoneyMonth>()
    const moved = earnsHere ? await movementsByMonth(tx) : new Map<string, MonthMovements>()
    return { ...lifetimeOf({ money, moved }, clock.now()), countedAt: await countedAt(tx) }
  })
}

type Known = { money: Map<string, MoneyMonth>; moved: Map<string, MonthMovements> }

/**
 * Churn rate: members lost (except those who joined in the same month) per members at the start of each month.
 * ARPU: net revenue per average number of members. Lifetime value: ARPU divided by the churn rate.
 */
export function lifetimeOf({ money, moved }: Known, now: Date): Omit<Lifetime, 'countedAt'> {
  const people = sumOf([...moved.values()], (movements) => movements.new.count)
  const paidCents = sumOf([...money.values()], ({ grossCents }) => grossCents)
  const full = allRecurringMonths(moved, now).filter(({ month }) => month < monthOf(now))
  const begun = full.filter(({ membersAtStart }) => membersAtStart > 0).slice(-maxMonths)
  const from = begun[0]?.month ?? null
  const through = begun.at(-1)?.month ?? null
  const months = full.filter(({ month }) => from && through && month >= from && month <= through)
  const lostInThem = sumOf(months, lostIn)
  const membersAtStarts = sumOf(months, ({ membersAtStart }) => membersAtStart)
  const monthlyLoss = lostInThem < minLost ? null : lostInThem / membersAtStarts
  const memberMonths = sumOf(
    months,
    ({ membersAtStart, membersAtEnd }) => (membersAtStart + membersAtEnd) / 2,
  )
  const paidInThemCents = sumOf(months, ({ month }) => money.get(month)?.grossCents ?? 0)
  const revenuePerMember = memberMonths > 0 ? paidInThemCents / memberMonths : null
  return {
    people,
    paidCents,
    paidPerPersonCents: people > 0 ? Math.round(paidCents / people) : null,
    monthlyLoss,
    monthsCounted: begun.length,
    from,
    through,
    lostInThem,
    membersAtStarts,
    paidInThemCents,
    memberMonths,
    revenuePerMemberCents: revenuePerMember === null ? null : Math.round(revenuePerMember),
    expectedCents:
      revenuePerMember === null || monthlyLoss === null ? null : Math.round(revenuePerMember / monthlyLoss),
  }
}

/** Members who had joined in an earlier month and churned in this one, less recovered payments. */
const lostIn = ({ movements }: RecurringMonth) =>
  // Subtracted from 0 because negation would produce -0.
  0 -
  sumOf(
    churnKinds.map((kind) => movements[kind].previousMembers),
    (members) => members,
  )

const sumOf = <One>(list: readonly One[], part: (one: One) => number) =>
  list.reduce((sum, one) => sum + part(one), 0)
