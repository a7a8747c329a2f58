import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { renewalWindowMs } from './access.ts'

/** Selects the `person_id` of subscribers with access by the rule of `accessOf`; a test compares the two. */
export const activeMembers = (now: Date, { includeBlocked = false } = {}): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  const window = sql`${renewalWindowMs} * interval '1 millisecond'`
  const whileActive = sql`
    case when m.cancel_at is null then ${at} < m.paid_through + ${window}
      else ${at} < least(m.cancel_at, m.paid_through) and m.paid_through is not null end`
  return sql`
    select m.person_id from memberships m
    where m.is_current and m.revoked_at is null
      and case m.status
        when 'past_due' then ${at} < m.grace_until
        when 'incomplete' then m.first_payment = 'processing' and ${at} < m.paid_through
        when 'active' then ${whileActive}
        when 'trialing' then ${whileActive}
        else false
      end
      and not exists (
        select from people p
        where p.id = m.person_id and (p.role <> 'subscriber' or (p.is_blocked and not ${includeBlocked}) or p.erased_at is not null))`
}

/** Counts the people who see a post for members. */
export async function countMembers(db: Database, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${activeMembers(now)}) m`,
  )
  return rows[0]?.count ?? 0
}
