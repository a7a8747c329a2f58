import { eq } from 'drizzle-orm'
import { isBooked, type PaymentToBook } from '#features/ledger/book-payment.ts'
import type { EventOutcome, ProviderEvent } from '#payments/inbox.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { fetchSubscriptionsOf } from '#features/subscriptions/snapshot/subscription-snapshot.ts'
import { memberships } from '#features/subscriptions/schema.ts'

/** Covers a booking that gave up. Payments without a membership are ignored. */
export async function bookSettled(
  { db, jobs, payments }: Pick<Services, 'db' | 'jobs' | 'payments'>,
  { object }: ProviderEvent,
): Promise<EventOutcome> {
  const { customer, payment_intent: paymentIntentId, balance_transaction: settled } = object
  if (typeof customer !== 'string' || typeof paymentIntentId !== 'string') return 'ignored'
  if (typeof settled !== 'string' || (await isBooked({ db }, settled))) return 'ignored'
  const known = await db
    .select({
      id: memberships.id,
      personId: memberships.personId,
      subscriptionId: memberships.subscriptionId,
    })
    .from(memberships)
    .where(eq(memberships.customerId, customer))
  if (known.length === 0) return 'ignored'
  const snapshots = await withRefusals(fetchSubscriptionsOf(payments, customer))
  const paidFor = snapshots.find(({ paid }) =>
    paid.some((invoice) => invoice.paymentIntentId === paymentIntentId),
  )
  const membership = known.find(({ subscriptionId }) => subscriptionId === paidFor?.id)
  if (!membership) return 'ignored'
  const payment: PaymentToBook = {
    paymentIntentId,
    kind: 'subscription',
    sourceId: membership.id,
    personId: membership.personId,
  }
  await jobs.enqueue(db, 'book-payment', payment)
}
