import type { Revenue } from '@touchline/contract/insights.ts'
import { monthOf } from '#time/months.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { readConsistently } from './consistent-read.ts'
import { membersIn } from './members-in.ts'
import { everyMonth, monthsShown } from './month-list.ts'
import {
  countedAt,
  earnedByStatement,
  firstFullMonth,
  moneyByMonth,
  type MoneyMonth,
  movementsByMonth,
} from './queries.ts'

const monthsProjected = 3
const monthsInAYear = 12

const nothing: MoneyMonth = {
  subscriptionCents: 0,
  tipCents: 0,
  takenBackCents: 0,
  grossCents: 0,
  creatorCents: 0,
}

/** Revenue by month next to the payout statements; empty for a creator who does not receive the club's revenue. */
export function revenueFor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'isMainInfluencer'>,
): Promise<Revenue> {
  const now = clock.now()
  return readConsistently(db, async (tx) => {
    const earnsHere = viewer.isMainInfluencer
    const money = earnsHere ? await moneyByMonth(tx) : new Map<string, MoneyMonth>()
    const counted = await countedAt(tx)
    // Before the first count, every statement would seem to belong to other months.
    const statements: Map<string, Earned> =
      earnsHere && counted ? await earnedByStatement(tx, viewer.id) : new Map()
    const members = earnsHere ? membersIn(await movementsByMonth(tx)) : 0
    const months = everyMonth([...money.keys(), ...statements.keys()], now).map((month) =>
      withStatement(month, money.get(month) ?? nothing, statements.get(month)),
    )
    const first = earnsHere ? await firstFullMonth(tx, 'money') : null
    const thisMonthCents = money.get(monthOf(now))?.creatorCents ?? 0
    return {
      thisMonthCents,
      ...projectionOf(months.filter(({ month }) => first && month >= first && month < monthOf(now))),
      perSubscriberCents: members > 0 ? Math.round(thisMonthCents / members) : null,
      months: months.slice(-monthsShown),
      countedAt: counted,
    }
  })
}

type Earned = { id: string; earnedCents: number }

/** `lateCents` is the part in a later statement; negative when the statement contains an earlier month. */
const withStatement = (month: string, sums: MoneyMonth, closed: Earned | undefined) =>
  Object.assign(
    { month, statement: closed ? { ...closed, lateCents: sums.creatorCents - closed.earnedCents } : null },
    sums,
  )

/** Extrapolates the last full months to a year. `fullMonths` are oldest first. */
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
