import type { SimulatorCounts } from '@touchline/contract/simulator.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { emailCount } from '#mail/email-log.ts'

/**
 * How much there has been so far of what a rehearsal is watched for, as the club knows it: a charge that failed while
 * no events arrived is not among `failures`.
 */
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

/** What came since `before` was counted. Letters are kept for a week only, so there may be fewer of them. */
export const countsSince = (before: SimulatorCounts, now: SimulatorCounts): SimulatorCounts => ({
  renewals: now.renewals - before.renewals,
  failures: now.failures - before.failures,
  cancellations: now.cancellations - before.cancellations,
  letters: Math.max(now.letters - before.letters, 0),
  journals: now.journals - before.journals,
})
