import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { isBooked, type PaymentToBook } from '#features/ledger/book-payment.ts'
import { recordFailedRefund } from '#features/ledger/failed-refunds.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { fetchSubscriptionsOf } from '#features/subscriptions/snapshot/subscription-snapshot.ts'
import { idOf } from '#payments/id-of.ts'
import type { EventOutcome, ProviderEvent } from '#payments/inbox.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { warnOfFraud } from './fraud-warnings.ts'
import { recordDispute } from './record-dispute.ts'

/** Covers a booking that gave up. Payments without a membership are ignored. */
async function bookSettled(
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

const refundTypes = ['refund.created', 'refund.updated', 'refund.failed'] as const
const disputeTypes = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const
const payoutTypes = ['payout.paid', 'payout.failed'] as const

/** Events only say that money may have moved. The amounts come from balance transactions. */
export function registerMoneyHandlers(services: Services): void {
  const { inbox, stripe } = services.payments
  inbox.on(refundTypes, async ({ object }) => {
    const refund = await withRefusals(stripe.refunds.retrieve(idIn(object)))
    await recordFailedRefund(services, refund)
    return postAll(services, [refund.balance_transaction, refund.failure_balance_transaction])
  })
  inbox.on(disputeTypes, async ({ object }) => {
    const dispute = await recordDispute(services, idIn(object))
    await postAll(services, dispute.balance_transactions)
  })
  inbox.on(payoutTypes, async ({ object }) => {
    const payout = await withRefusals(stripe.payouts.retrieve(idIn(object)))
    return postAll(services, [payout.balance_transaction, payout.failure_balance_transaction])
  })
  inbox.on(['charge.updated'], (event) => bookSettled(services, event))
  inbox.on(['radar.early_fraud_warning.created'], ({ object }) => warnOfFraud(services, idIn(object)))
}

type Movement = string | Stripe.BalanceTransaction | null | undefined

async function postAll({ db, jobs }: Services, movements: Movement[]): Promise<EventOutcome> {
  const ids = movements.flatMap((movement) => idOf(movement) ?? [])
  for (const txnId of ids) await jobs.enqueue(db, 'post-transaction', { txnId })
  return ids.length === 0 ? 'ignored' : undefined
}

function idIn({ id }: Record<string, unknown>): string {
  if (typeof id !== 'string') throw new Error('a money event has no object id')
  return id
}
