import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { heldCents } from './held.ts'
import { closesAt, endOf, monthOf, startOf } from './months.ts'
import { monthToClose } from './month-to-close.ts'
import { newestStatement } from './queries.ts'
import { groupTotals } from './statement-lines.ts'

/**
 * What a statement of everything that is not closed would say at this moment; nothing of it is stored. `month` is the
 * one that closes next. Without a creator there is nothing in it. Amounts in cents.
 */
export async function runningMonth(db: Queryable, creatorId: string | null, now: Date) {
  if (creatorId === null) return nothingIn(monthOf(now))
  const newest = await newestStatement(db, creatorId)
  const month = (await monthToClose(db, creatorId)) ?? monthOf(now)
  const groups = await groupTotals(db, 'running')
  const openingCents = newest?.closingCents ?? 0
  const closingCents = groups.reduce((sum, { amountCents }) => sum + amountCents, openingCents)
  const held = await heldCents(db, { before: endOf(monthOf(now)), at: now })
  return {
    month,
    closesAt: closesAt(month),
    openingCents,
    closingCents,
    heldCents: held,
    payableCents: Math.max(0, closingCents - held),
    groups,
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
})

/**
 * What the creator earned in the calendar month of `now`, less what was taken back in it; payouts do not count. A month
 * is closed after it is over, so that all of this one is still open.
 */
export async function earnedThisMonthCents(db: Queryable, now: Date): Promise<number> {
  const { rows } = await db.execute<{ cents: string | number }>(sql`
    select coalesce(sum(amount_cents), 0) as cents from payout_open_lines
    where occurred_at >= ${startOf(monthOf(now))} and kind not in ('payout', 'payout_reversed')`)
  return Number(rows[0]?.cents ?? 0)
}
