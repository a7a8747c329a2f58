import { and, eq, inArray, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { raiseAlert } from '#alerts/alerts.ts'
import { isOutcomeUnknown, isRepeatedFailure } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { lockPayout, movePayout } from './payout-state.ts'
import { type Payout, payouts } from './schema.ts'
import { type TransferServices, settleTransfer } from './settle-transfer.ts'

/** Transfers exactly once. Throws while the outcome is unknown, so that the job retries; a refusal is retried daily. */
export async function sendPayout(services: TransferServices, payoutId: string): Promise<void> {
  const marked = await markSending(services, payoutId)
  if (!marked) return
  const { payout, wasSending } = marked
  // Only a call with a lost response can have made a transfer before.
  const made = wasSending ? await findTransfer(services, payout) : null
  const transfer = made ?? (await createTransfer(services, payout))
  if (transfer) await settleTransfer(services, payout.id, transfer)
}

const isProviderError = (error: unknown): error is Error =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

/** Marks the payout as sending, and returns whether it already was; null when there is nothing to send. */
async function markSending(
  { db }: Pick<Services, 'db'>,
  payoutId: string,
): Promise<{ payout: Payout; wasSending: boolean } | null> {
  return db.transaction(async (tx) => {
    const held = await lockPayout(tx, payoutId)
    if (!held || held.payout.method !== 'transfer') return null
    if (held.payout.state !== 'approved' && held.payout.state !== 'sending') return null
    const wasSending = held.payout.state === 'sending'
    return { payout: await movePayout(tx, held, { state: 'sending' }, 'sending'), wasSending }
  })
}

/** The provider may have forgotten the idempotency key of a call whose response was lost. Throws its errors. */
async function findTransfer(
  { payments: { stripe } }: Pick<Services, 'payments'>,
  { id }: Payout,
): Promise<Stripe.Transfer | null> {
  const { data } = await stripe.transfers.list({ transfer_group: id, limit: 1 })
  return data[0] ?? null
}

/** Returns null when the provider refused, which is recorded. Throws while the outcome is unknown. */
async function createTransfer(services: TransferServices, payout: Payout): Promise<Stripe.Transfer | null> {
  const { id, amountCents, destination, attempt } = payout
  try {
    return await services.payments.stripe.transfers.create(
      {
        amount: amountCents,
        currency: 'usd',
        destination: destination ?? '',
        transfer_group: id,
        metadata: { app: 'touchline', payout_id: id },
      },
      { idempotencyKey: attempt === 1 ? id : `${id}:${attempt}` },
    )
  } catch (error) {
    if (isRepeatedFailure(error)) await nextAttempt(services, payout)
    if (isOutcomeUnknown(error) || !isProviderError(error)) throw error
    await recordRefusal(services, payout, error.message)
    return null
  }
}

const nextAttempt = ({ db }: Pick<Services, 'db'>, { id }: Payout) =>
  db
    .update(payouts)
    .set({ attempt: sql`attempt + 1` })
    .where(eq(payouts.id, id))

/** Records the refusal. The payout is retried the next day, or changed by an admin. */
async function recordRefusal(services: TransferServices, { id }: Payout, reason: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const held = await lockPayout(tx, id)
    if (held?.payout.state !== 'sending') return
    const { attempt } = held.payout
    await movePayout(tx, held, { state: 'approved', lastError: reason, attempt: attempt + 1 }, 'approved')
    await raiseAlert(tx, services, {
      kind: 'payout-refused',
      subject: id,
      message: `The provider did not make the transfer to the creator: ${reason}`.slice(0, 1000),
    })
  })
}

export async function sendWaitingPayouts({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  const waiting = await db
    .select({ payoutId: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.method, 'transfer'), inArray(payouts.state, ['approved', 'sending'])))
  for (const { payoutId } of waiting) await jobs.enqueue(db, 'send-payout', { payoutId })
}
