import type { Queryable } from '#db/database.ts'
import { heldCents } from './held.ts'
import { groupOf } from './line-groups.ts'
import { closesAt, endOf, monthOf, startOf } from '#time/months.ts'
import { monthToClose } from './month-to-close.ts'
import { newestStatement } from './queries.ts'
import { groupTotals, kindTotals } from './statement-lines.ts'

/**
 * What a statement of everything that is not closed would say at this moment; nothing of it is stored. `month` is the
 * one that closes next. Without a creator there is nothing in it. Amounts in cents. `earnedThisMonthCents` is what was
 * earned in the calendar month of `now`, less what was taken back in it; payouts do not count. A month is closed after
 * it is over, so that all of this one is still open.
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
