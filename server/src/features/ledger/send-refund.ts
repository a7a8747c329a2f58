import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { conflict } from '#errors.ts'
import { raiseAlertUnlessKnown, resolveAlert } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'
import { isOutcomeUnknown, isRepeatedFailure, isStoredFailure } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { paymentById } from './payment-journal.ts'
import { ledgerRefunds, type OwnerRefund } from './schema.ts'

type RefundServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'log' | 'payments'>

const retryAfterMs = 30_000
/** A refund that has been asked for this long without an answer is shown to somebody. */
const alertAfterMs = 60 * 60_000

/**
 * Asks the provider for a refund that is written down, however often, and writes its answer down. One that has been
 * answered comes back as it is. Throws 409 when the provider refuses it; while it is not known what became of it, it
 * stays `asked` and is asked for again.
 */
export async function sendRefund(services: RefundServices, refund: OwnerRefund): Promise<OwnerRefund> {
  if (refund.state === 'refused') throw refused()
  if (refund.state === 'sent') return refund
  const payment = await paymentById(services.db, refund.paymentJournalId)
  if (!payment?.providerTxn) throw new Error(`refund ${refund.id} has no payment`)
  let askedFor: string | null = null
  try {
    const { id: chargeId } = await chargeOfPayment(services, payment.providerTxn)
    // An earlier answer may be lost for longer than the provider remembers the key.
    const found = await findAtProvider(services, refund, chargeId)
    if (found) return await settle(services, refund, found)
    askedFor = chargeId
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
    return afterError(services, refund, askedFor, error)
  }
}

/** The charge behind a payment's balance transaction. Throws the provider's errors. */
export async function chargeOfPayment(
  { payments }: Pick<Services, 'payments'>,
  providerTxn: string,
): Promise<Stripe.Charge> {
  const { source } = await payments.stripe.balanceTransactions.retrieve(providerTxn, { expand: ['source'] })
  if (source && typeof source !== 'string' && source.object === 'charge') return source
  throw new Error(`transaction ${providerTxn} is not of a charge`)
}

/**
 * Asks once more for refunds whose answer was lost, `atOnce` of them and those first that wait longest for another try,
 * so that none that stays stuck holds up the others; each on its own.
 */
export async function sendOpenRefunds(services: RefundServices, atOnce = 50): Promise<void> {
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
    .limit(atOnce)
  for (const refund of open) {
    try {
      // Before the try: one that never comes to an end shall not be the first again.
      await services.db
        .update(ledgerRefunds)
        .set({ triedAgainAt: services.clock.now() })
        .where(eq(ledgerRefunds.id, refund.id))
      const { state } = await sendRefund(services, refund)
      if (state === 'asked') await alertIfUnanswered(services, refund.id)
    } catch (error) {
      services.log.error({ err: error, refundId: refund.id }, 'a refund was not sent')
      await alertIfUnanswered(services, refund.id)
    }
  }
}

/** Once, with the last error, of one that is still open after an hour. */
async function alertIfUnanswered(services: RefundServices, refundId: string): Promise<void> {
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
    message: `A refund of $${(open.amountCents / 100).toFixed(2)} of payment ${payment?.providerTxn} has had no answer for an hour. It is asked for again every minute. The last error: ${open.lastError ?? 'none is known; the log says more'}.`,
  })
}

const unanswered = (refundId: string) => ({ kind: 'refund-unanswered', subject: refundId })

async function settle(
  { db, clock, jobs }: RefundServices,
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
  services: RefundServices,
  refund: OwnerRefund,
  /** The charge the refund was asked for; null when the error came before that, and nothing follows from it. */
  askedFor: string | null,
  error: unknown,
): Promise<OwnerRefund> {
  const { db, clock } = services
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const itsRow = and(eq(ledgerRefunds.id, refund.id), eq(ledgerRefunds.state, 'asked'))
  const lastError = error.message.slice(0, 500)
  if (askedFor && isStoredFailure(error)) {
    const made = await findAtProvider(services, refund, askedFor).catch(() => 'unknown' as const)
    if (made === 'unknown') return recordError(services, refund, error)
    if (made) return settle(services, refund, made)
    const isForGood = isRepeatedFailure(error) || error instanceof Stripe.errors.StripeIdempotencyError
    if (!isForGood) return recordError(services, refund, error)
    // This key would only hear the failure again.
    const next = { number: refund.number + 1, lastError }
    await db.update(ledgerRefunds).set(next).where(itsRow)
    return { ...refund, ...next }
  }
  if (askedFor && error instanceof Stripe.errors.StripeInvalidRequestError && !isOutcomeUnknown(error)) {
    await db.update(ledgerRefunds).set({ state: 'refused', lastError, settledAt: clock.now() }).where(itsRow)
    await resolveAlert(db, { clock }, { ...unanswered(refund.id), resolution: 'The provider refused it.' })
    throw refused()
  }
  return recordError(services, refund, error)
}

/** It is not known what became of it: it is asked for again. */
async function recordError(
  { db, log }: RefundServices,
  refund: OwnerRefund,
  error: Stripe.errors.StripeError,
): Promise<OwnerRefund> {
  log.warn({ err: error, refundId: refund.id }, 'no answer about a refund; it will be asked for again')
  await db
    .update(ledgerRefunds)
    .set({ lastError: error.message.slice(0, 500) })
    .where(and(eq(ledgerRefunds.id, refund.id), eq(ledgerRefunds.state, 'asked')))
  return refund
}

/** The refund the provider has of a row, which carries the row's id. Throws the provider's errors. */
async function findAtProvider({ payments }: RefundServices, { id }: OwnerRefund, charge: string) {
  for await (const refund of payments.stripe.refunds.list({ charge, limit: 100 }))
    if (refund.metadata?.['refund_id'] === id) return refund
  return null
}

const refused = () =>
  conflict(
    'The payment service refused this refund. The payment may have been refunded or disputed meanwhile.',
  )
