import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { conflict } from '#errors.ts'
import { raiseAlertUnlessKnown, resolveAlert } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'
import { isOutcomeUnknown, isRepeatedFailure, isStoredFailure } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { paymentById } from './payment-journal.ts'
import { ledgerRefunds, type OwnerRefund } from './schema.ts'
const retryAfterMs = 30_000
/** A refund without an answer for this long raises an alert. */
const alertAfterMs = 60 * 60_000

/** Safe to repeat. Throws 409 when the provider refuses it. While the outcome is unknown it stays `asked`. */
export async function sendRefund(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'log' | 'payments'>,
  refund: OwnerRefund,
): Promise<OwnerRefund> {
  if (refund.state === 'refused') throw refused()
  if (refund.state === 'sent') return refund
  const payment = await paymentById(services.db, refund.paymentJournalId)
  if (!payment?.providerTxn) throw new Error(`refund ${refund.id} has no payment`)
  let requestedCharge: string | null = null
  try {
    const { id: chargeId } = await chargeOfPayment(services, payment.providerTxn)
    // An earlier response may have been lost for longer than the provider remembers the idempotency key.
    const found = await findAtProvider(services, refund, chargeId)
    if (found) return await settle(services, refund, found)
    requestedCharge = chargeId
    const made = await services.payments.stripe.refunds.create(
      {
        charge: chargeId,
        amount: refund.amountCents,
        reason: 'requested_by_customer',
        metadata: { app: 'touchline', refund_id: refund.id },
      },
      { idempotencyKey: `refund:${refund.paymentJournalId}:${refund.number}` },
    )
    return await settle(services, refund, made)
  } catch (error) {
    return afterError(services, refund, requestedCharge, error)
  }
}

/** The charge of a payment's balance transaction. Throws the provider's errors. */
export async function chargeOfPayment(
  { payments }: Pick<Services, 'payments'>,
  providerTxn: string,
): Promise<Stripe.Charge> {
  const { source } = await payments.stripe.balanceTransactions.retrieve(providerTxn, { expand: ['source'] })
  if (source && typeof source !== 'string' && source.object === 'charge') return source
  throw new Error(`transaction ${providerTxn} is not of a charge`)
}

/** Starts with the least recently tried, so that a stuck refund does not hold up the others. */
export async function sendOpenRefunds(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'log' | 'payments'>,
  batchSize = 50,
): Promise<void> {
  const open = await services.db
    .select()
    .from(ledgerRefunds)
    .where(
      and(
        eq(ledgerRefunds.state, 'asked'),
        lt(ledgerRefunds.createdAt, new Date(services.clock.now().getTime() - retryAfterMs)),
      ),
    )
    .orderBy(sql`${ledgerRefunds.triedAgainAt} asc nulls first`, asc(ledgerRefunds.createdAt))
    .limit(batchSize)
  for (const refund of open) {
    try {
      // Recorded before the attempt, so that a refund that hangs is not retried first again.
      await services.db
        .update(ledgerRefunds)
        .set({ triedAgainAt: services.clock.now() })
        .where(eq(ledgerRefunds.id, refund.id))
      const { state } = await sendRefund(services, refund)
      if (state === 'asked') await alertIfUnanswered(services, refund.id)
    } catch (error) {
      services.log.error({ err: error, refundId: refund.id }, 'sending a refund failed')
      await alertIfUnanswered(services, refund.id)
    }
  }
}

/** Raises one alert, with the last error, for a refund that is still open after an hour. */
async function alertIfUnanswered(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  refundId: string,
): Promise<void> {
  const { db, clock } = services
  const [open] = await db
    .select()
    .from(ledgerRefunds)
    .where(and(eq(ledgerRefunds.id, refundId), eq(ledgerRefunds.state, 'asked')))
  if (!open || open.createdAt.getTime() > clock.now().getTime() - alertAfterMs) return
  const payment = await paymentById(db, open.paymentJournalId)
  await raiseAlertUnlessKnown(db, services, {
    ...unanswered(refundId),
    personId: payment?.personId ?? null,
    message: `A refund of $${(open.amountCents / 100).toFixed(2)} of payment ${payment?.providerTxn} has had no answer for an hour. It is retried every minute. The last error: ${open.lastError ?? 'unknown; see the log'}.`,
  })
}

const unanswered = (refundId: string) => ({ kind: 'refund-unanswered', subject: refundId })

async function settle(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  refund: OwnerRefund,
  made: Stripe.Refund,
): Promise<OwnerRefund> {
  const { balance_transaction: moved } = made
  return db.transaction(async (tx) => {
    const [sent] = await tx
      .update(ledgerRefunds)
      .set({ state: 'sent', refundId: made.id, settledAt: clock.now(), lastError: null })
      .where(and(eq(ledgerRefunds.id, refund.id), eq(ledgerRefunds.state, 'asked')))
      .returning()
    const txnId = idOf(moved)
    if (txnId) await jobs.enqueue(tx, 'post-transaction', { txnId })
    await resolveAlert(tx, { clock }, { ...unanswered(refund.id), resolution: 'The provider has it.' })
    return sent ?? { ...refund, state: 'sent', refundId: made.id }
  })
}

async function afterError(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'log' | 'payments'>,
  refund: OwnerRefund,
  /** The charge the refund was asked for; null when the error came before that, and nothing follows from it. */
  requestedCharge: string | null,
  error: unknown,
): Promise<OwnerRefund> {
  const { db, clock } = services
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const isOpenRow = and(eq(ledgerRefunds.id, refund.id), eq(ledgerRefunds.state, 'asked'))
  const lastError = error.message.slice(0, 500)
  if (requestedCharge && isStoredFailure(error)) {
    const made = await findAtProvider(services, refund, requestedCharge).catch(() => 'unknown' as const)
    if (made === 'unknown') return recordError(services, refund, error)
    if (made) return settle(services, refund, made)
    const isFinal = isRepeatedFailure(error) || error instanceof Stripe.errors.StripeIdempotencyError
    if (!isFinal) return recordError(services, refund, error)
    // The provider would repeat the same failure for this idempotency key.
    const next = { number: refund.number + 1, lastError }
    await db.update(ledgerRefunds).set(next).where(isOpenRow)
    return { ...refund, ...next }
  }
  if (
    requestedCharge &&
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    !isOutcomeUnknown(error)
  ) {
    await db
      .update(ledgerRefunds)
      .set({ state: 'refused', lastError, settledAt: clock.now() })
      .where(isOpenRow)
    await resolveAlert(db, { clock }, { ...unanswered(refund.id), resolution: 'The provider refused it.' })
    throw refused()
  }
  return recordError(services, refund, error)
}

/** The outcome is unknown; the refund will be retried. */
async function recordError(
  { db, log }: Pick<Services, 'db' | 'log'>,
  refund: OwnerRefund,
  error: Stripe.errors.StripeError,
): Promise<OwnerRefund> {
  log.warn({ err: error, refundId: refund.id }, 'no response about a refund; it will be retried')
  await db
    .update(ledgerRefunds)
    .set({ lastError: error.message.slice(0, 500) })
    .where(and(eq(ledgerRefunds.id, refund.id), eq(ledgerRefunds.state, 'asked')))
  return refund
}

/** Finds the provider's refund by the row id in its metadata. Throws the provider's errors. */
async function findAtProvider({ payments }: Pick<Services, 'payments'>, { id }: OwnerRefund, charge: string) {
  for await (const refund of payments.stripe.refunds.list({ charge, limit: 100 }))
    if (refund.metadata?.['refund_id'] === id) return refund
  return null
}

const refused = () =>
  conflict(
    'The payment service refused this refund. The payment may have been refunded or disputed in the meantime.',
  )
