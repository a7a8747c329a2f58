import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { ViolatingRow } from './check-result.ts'

/** Finds tips booked twice, or completed before `before` and not booked. */
export async function tipViolations(db: Queryable, before: Date): Promise<ViolatingRow[]> {
  const twice = sql`
    select j.source_id as id, 'is in the books ' || count(*) || ' times: ' || string_agg(j.provider_txn, ', ') as note
    from ${ledgerJournals} j where j.kind = 'tip' and j.source_id is not null
    group by j.source_id having count(*) > 1 limit 20`
  const never = sql`
    select t.id, 'is completed, and not in the books' as note from ${tips} t
    where t.status = 'completed' and t.completed_at <= ${before}
    and not exists (select 1 from ${ledgerJournals} j where j.source_id = t.id and j.kind = 'tip') limit 20`
  return [...(await rowsOf(db, twice)), ...(await rowsOf(db, never))]
}

async function rowsOf(db: Queryable, query: SQL): Promise<ViolatingRow[]> {
  const { rows } = await db.execute<ViolatingRow>(query)
  return rows.map(({ id, note }) => ({ id, note }))
}
