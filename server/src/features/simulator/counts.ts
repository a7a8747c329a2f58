import type { SimulatorCounts } from '@touchline/contract/simulator.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { emailCount } from '#mail/email-log.ts'

/** Reads the site's own records: a charge that failed while webhooks were stopped is not among `failures`. */
export async function countTotals(db: Queryable): Promise<SimulatorCounts> {
  const letters = await emailCount(db)
  const { rows } = await db.execute<Omit<SimulatorCounts, 'letters'>>(sql`
    select
      (select count(*) from ledger_journals) as journals,
      (select count(*) from ledger_journals where kind = 'subscription') as renewals,
      (select count(*) from webhook_events where type = 'invoice.payment_failed') as failures,
      (select count(*) from memberships where ended_at is not null) as cancellations`)
  return { renewals: 0, failures: 0, cancellations: 0, journals: 0, ...rows[0], letters }
}

/** Returns the increase since `before`. Emails are deleted after a week, so their count can drop. */
export const countsSince = (before: SimulatorCounts, now: SimulatorCounts): SimulatorCounts => ({
  renewals: now.renewals - before.renewals,
  failures: now.failures - before.failures,
  cancellations: now.cancellations - before.cancellations,
  letters: Math.max(now.letters - before.letters, 0),
  journals: now.journals - before.journals,
})
