import type { Lifetime } from '@touchline/contract/insights.ts'
import { monthOf } from '#time/months.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { readConsistently } from './consistent-read.ts'
import { churnKinds } from './churn-kinds.ts'
import { countedAt, moneyByMonth, type MoneyMonth, type MonthMovements, movementsByMonth } from './queries.ts'
import { allRecurringMonths, type RecurringMonth } from './recurring.ts'

/** How many full months a loss is taken from. */
const maxMonths = 6

/** With fewer who were lost, one more or less would change what is expected by more than a twentieth. */
const minLost = 20

/** What members brought so far and what one is expected to bring; nothing for a creator the club's money is not for. */
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
 * By the last full months that began with a member, and those between them: the part of the members at their start that
 * was lost in a month is all who were lost, but for those who first came in that same month, by all who were there at the
 * starts. What a member pays a month is all that was paid in them, less what was given back, by the mean of the members
 * at start and end. A member who is lost at such a rate stays 1 / rate months, and pays that often.
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

/** Who left, failed to pay or got their money back, less those whose payment was made good: of members of former months. */
const lostIn = ({ movements }: RecurringMonth) =>
  // From 0, as -0 is not a number to show.
  0 -
  sumOf(
    churnKinds.map((kind) => movements[kind].previousMembers),
    (members) => members,
  )

const sumOf = <One>(list: readonly One[], part: (one: One) => number) =>
  list.reduce((sum, one) => sum + part(one), 0)
