import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { validate as isUuid } from 'uuid'
import type { Services } from '#services.ts'
import { ledgerRefunds } from './schema.ts'

/** A refund that was asked for here, was pending at the provider and failed there: nothing moved and nothing will. */
export async function noteUnmoved(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, status, balance_transaction: moved, failure_reason: reason, metadata }: Stripe.Refund,
): Promise<void> {
  if (moved || (status !== 'failed' && status !== 'canceled')) return
  const named = metadata?.['refund_id']
  await db
    .update(ledgerRefunds)
    .set({
      state: 'refused',
      lastError: (reason ?? status).slice(0, 500),
      settledAt: sql`coalesce(${ledgerRefunds.settledAt}, ${clock.now()})`,
    })
    .where(
      and(
        or(eq(ledgerRefunds.refundId, id), isUuid(named) ? eq(ledgerRefunds.id, String(named)) : undefined),
        isNull(ledgerRefunds.journalId),
        ne(ledgerRefunds.state, 'refused'),
      ),
    )
}
