import { sql } from 'drizzle-orm'
import type { Club } from './club.ts'

/** Returns how many statements of the club's database wait for a lock that another transaction holds. */
export async function waitingForALock({ services: { db } }: Pick<Club, 'services'>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]!.count
}
