import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { monthAfter, monthOf } from '#time/months.ts'
import { newestStatement } from './queries.ts'

/** Returns the month after the newest statement, or that of the first earnings; null while there is neither. */
export async function monthToClose(db: Queryable, creatorId: string): Promise<string | null> {
  const newest = await newestStatement(db, creatorId)
  if (newest) return monthAfter(newest.month)
  const { rows } = await db.execute<{ first: string | null }>(
    sql`select min(occurred_at) as first from payout_open_lines`,
  )
  const first = rows[0]?.first
  return first ? monthOf(new Date(first)) : null
}
