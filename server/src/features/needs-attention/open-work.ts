import type { OpenWork } from '@touchline/contract/needs-attention.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'

/** Counts the open work of admins in one query. Every condition has an index or a small table. */
export async function openWork(db: Database): Promise<Omit<OpenWork, 'checks'>> {
  const { rows } = await db.execute<Omit<OpenWork, 'checks'>>(sql`
    select
      (select count(*) from moderation_cases where decided_at is null)::int as reports,
      (select count(*) from moderation_cases where appealed_at is not null and appeal_outcome is null)::int
        as appeals,
      (select count(*) from contact_messages where is_open)::int as messages,
      (select count(*) from departures where ended_at is null)::int as deletions,
      (select count(*) from payout_statements s
        where s.state = 'closed' and s.payable_cents > 0 and not exists (
          select from payout_statements later
          where later.creator_id = s.creator_id and later.month > s.month))::int as payouts,
      (select count(*) from letters where state = 'failed')::int as emails,
      (select count(*) from media where problem is not null)::int as media`)
  const [found] = rows
  if (!found) throw new Error('the open work query returned no row')
  return found
}
