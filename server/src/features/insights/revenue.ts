import type { Revenue } from '@touchline/contract/insights.ts'
import { monthAfter, monthOf } from '#time/months.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { readConsistently } from './consistent-read.ts'
import { membersIn } from './members-in.ts'
import { everyMonth, monthsShown } from './month-list.ts'
import {
  countedAt,
  earnedByStatement,
  firstMoneyDay,
  moneyByMonth,
  type MoneyMonth,
  movementsByMonth,
} from './queries.ts'

/** How many full months a year is projected from. */
const monthsProjected = 3
const monthsInAYear = 12

const nothing: MoneyMonth = {
  subscriptionCents: 0,
  tipCents: 0,
  takenBackCents: 0,
  grossCents: 0,
  creatorCents: 0,
}

/** Revenue by month beside the statements of payouts; nothing for a creator the club's money is not for. */
export function revenueFor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'isMainInfluencer'>,
): Promise<Revenue> {
  const now = clock.now()
  return readConsistently(db, async (tx) => {
    const earnsHere = viewer.isMainInfluencer
    const money = earnsHere ? await moneyByMonth(tx) : new Map<string, MoneyMonth>()
    const counted = await countedAt(tx)
    // Before the books were ever counted all that is stated would seem to be of other months.
    const statements: Map<string, Earned> =
      earnsHere && counted ? await earnedByStatement(tx, viewer.id) : new Map()
    const members = earnsHere ? membersIn(await movementsByMonth(tx)) : 0
    const months = everyMonth([...money.keys(), ...statements.keys()], now).map((month) =>
      besideStatement(month, money.get(month) ?? nothing, statements.get(month)),
    )
    const firstDay = earnsHere ? await firstMoneyDay(tx) : null
    const thisMonthCents = money.get(monthOf(now))?.creatorCents ?? 0
    return {
      thisMonthCents,
      ...projectionOf(
        months.filter(({ month }) => firstDay && month >= firstFullMonth(firstDay) && month < monthOf(now)),
      ),
      perSubscriberCents: members > 0 ? Math.round(thisMonthCents / members) : null,
      months: months.slice(-monthsShown),
      countedAt: counted,
    }
  })
}

type Earned = { id: string; earnedCents: number }

/** What the statement has that is of other months counts against it, and what another has of its month for it. */
const besideStatement = (month: string, sums: MoneyMonth, closed: Earned | undefined) =>
  Object.assign(
    { month, statement: closed ? { ...closed, lateCents: sums.creatorCents - closed.earnedCents } : null },
    sums,
  )

/** The first month that money came in from its first day on; it may be still to come. */
const firstFullMonth = (firstDay: string) =>
  firstDay.endsWith('-01') ? firstDay : monthAfter(`${firstDay.slice(0, 7)}-01`)

/** A year of months like the last full ones, which `fullMonths` ends with: oldest first. */
export function projectionOf(fullMonths: readonly { month: string; creatorCents: number }[]) {
  const last = fullMonths.slice(-monthsProjected)
  const sum = last.reduce((cents, { creatorCents }) => cents + creatorCents, 0)
  return {
    yearlyProjectionCents: last.length > 0 ? Math.round((sum * monthsInAYear) / last.length) : null,
    monthsProjectedFrom: last.length,
    projectedFrom: last[0]?.month ?? null,
    projectedThrough: last.at(-1)?.month ?? null,
  }
}
