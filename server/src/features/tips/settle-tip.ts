import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { sharedLock } from '#concurrency/keyed-mutex.ts'
import { chargeTip, isProviderError, type TipServices } from './charge-tip.ts'
import { tipById } from './queries.ts'
import { failTip, recordOutcome, type TipOutcome } from './record-outcome.ts'
import { type TipRow, tips } from './schema.ts'
import { isOpen, isOverdue, openStates } from './tip-rules.ts'

/** `intentId` names a payment that the tip lacks. Returns null for an unknown tip. Throws the provider's errors. */
export async function settleTip(
  services: TipServices,
  tipId: string,
  intentId: string | null = null,
): Promise<TipOutcome | null> {
  const tip = await tipById(services.db, tipId)
  if (!tip) return null
  if (tip.status === 'completed') return { tip, clientSecret: null }
  const known = tip.paymentIntentId ?? intentId
  if (known) return settleFrom(services, tip, await services.payments.stripe.paymentIntents.retrieve(known))
  if (tip.status === 'failed') return { tip, clientSecret: null }
  return settleUnanswered(services, tip)
}

const sharedTurn = sharedLock<TipOutcome | null>()

/** Settles a tip for its sender. Concurrent calls share one request to the provider. */
export const refreshTip = (services: TipServices, tipId: string) =>
  sharedTurn(`tip:${tipId}`, () => settleTip(services, tipId))

async function settleFrom(services: TipServices, tip: TipRow, intent: Stripe.PaymentIntent) {
  const isAbandoned = intent.status === 'requires_action' && isOverdue(tip, services.clock.now())
  return recordOutcome(services, tip.id, isAbandoned ? await cancelAbandoned(services, intent) : intent)
}

/** Cancels an abandoned payment. Returns its current state if it can no longer be canceled. */
async function cancelAbandoned({ payments: { stripe } }: TipServices, intent: Stripe.PaymentIntent) {
  try {
    return await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return stripe.paymentIntents.retrieve(intent.id)
  }
}

/** Retries with the same key, then looks for the payment. If there is none and the key is spent, takes the next key. */
async function settleUnanswered(services: TipServices, tip: TipRow): Promise<TipOutcome> {
  const isTooLate = isOverdue(tip, services.clock.now())
  const charged = isTooLate ? null : await chargeTip(services, tip)
  if (charged && charged.tip.status !== 'pending') return charged
  const { data } = await services.payments.stripe.paymentIntents.list({
    customer: tip.customerId,
    limit: 100,
  })
  const found = data.find((intent) => intent.metadata['tip_id'] === tip.id)
  if (found) return settleFrom(services, tip, found)
  if (charged?.isKeySpent) {
    const next = await advanceKey(services, tip)
    return isOpen(next) ? chargeTip(services, next) : { tip: next, clientSecret: null }
  }
  if (charged) return { tip, clientSecret: null }
  return failTip(services, tip.id, {
    failureCode: 'not_sent',
    failureMessage: 'The payment could not be made in time. You have not been charged.',
  })
}

/** Advances the tip to the next idempotency key, once under concurrent calls. */
async function advanceKey({ db }: TipServices, { id, attempt }: TipRow): Promise<TipRow> {
  await db
    .update(tips)
    .set({ attempt: attempt + 1 })
    .where(and(eq(tips.id, id), eq(tips.attempt, attempt)))
  const tip = await tipById(db, id)
  if (!tip) throw new Error(`there is no tip ${id}`)
  return tip
}

const retryAfterMs = 30_000

/** Settles tips left open by finished requests. Failures are retried next time. */
export async function settleOpenTips(services: TipServices): Promise<void> {
  const open = await services.db
    .select({ id: tips.id })
    .from(tips)
    .where(
      and(
        inArray(tips.status, [...openStates]),
        lt(tips.createdAt, new Date(services.clock.now().getTime() - retryAfterMs)),
      ),
    )
    .orderBy(asc(tips.createdAt))
    .limit(500)
  for (const { id } of open) {
    try {
      await settleTip(services, id)
    } catch (error) {
      services.log[isProviderError(error) ? 'warn' : 'error'](
        { err: error, tipId: id },
        'settling an open tip failed',
      )
    }
  }
}
