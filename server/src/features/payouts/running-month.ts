import type { Queryable } from '#db/database.ts'
import { heldCents } from './held.ts'
import { groupOf } from './line-groups.ts'
import { closesAt, endOf, monthOf, startOf } from '#time/months.ts'
import { monthToClose } from './month-to-close.ts'
import { newestStatement } from './queries.ts'
import { groupTotals, kindTotals } from './statement-lines.ts'

/**
 * A preview of the next statement, in cents; empty without a creator. `month` is the next to close.
 * `earnedThisMonthCents` covers the calendar month of `now`, net of reversals and without payouts.
 */
export async function runningMonth(db: Queryable, creatorId: string | null, now: Date) {
  if (creatorId === null) return nothingIn(monthOf(now))
  const newest = await newestStatement(db, creatorId)
  const month = (await monthToClose(db, creatorId)) ?? monthOf(now)
  const [kinds, held] = await Promise.all([
    kindTotals(db, 'running', startOf(monthOf(now))),
    heldCents(db, { before: endOf(monthOf(now)), at: now }),
  ])
  const groups = groupTotals(kinds)
  const openingCents = newest?.closingCents ?? 0
  const closingCents = groups.reduce((sum, { amountCents }) => sum + amountCents, openingCents)
  return {
    month,
    closesAt: closesAt(month),
    openingCents,
    closingCents,
    heldCents: held,
    payableCents: Math.max(0, closingCents - held),
    groups,
    earnedThisMonthCents: kinds
      .filter(({ kind }) => groupOf(kind) !== 'payouts')
      .reduce((sum, { centsSince }) => sum + centsSince, 0),
  }
}

const nothingIn = (month: string) => ({
  month,
  closesAt: closesAt(month),
  openingCents: 0,
  closingCents: 0,
  heldCents: 0,
  payableCents: 0,
  groups: [],
  earnedThisMonthCents: 0,
})
