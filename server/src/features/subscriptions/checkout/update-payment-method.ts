import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { withLock } from '#concurrency/keyed-mutex.ts'
import { conflict, Refusal } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { withRefusals, isRepeatedFailure, isStoredFailure, toRefusal } from '#payments/provider-errors.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { isLive, isCanceledUnpaid } from '../snapshot/subscription-state.ts'
import { type SyncServices, syncCustomer } from '../sync/sync-customer.ts'
import { createSetupIntent, confirmedMethod } from './save-payment-method.ts'

export type SavedCard = { card: { brand: string; last4: string } }

async function customerOf({ db }: Pick<SyncServices, 'db'>, personId: string): Promise<string> {
  const [person] = await db
    .select({ customerId: people.stripeCustomerId })
    .from(people)
    .where(eq(people.id, personId))
    .limit(1)
  if (!person?.customerId) throw conflict('There is no subscription yet to save a payment method for.')
  return person.customerId
}

/** Throws 409 for a person who never paid. */
export async function startCardUpdate(
  services: SyncServices,
  personId: string,
): Promise<{ clientSecret: string }> {
  const { payments } = services
  const customer = await customerOf(services, personId)
  const clientSecret = await createSetupIntent(payments, {
    customer,
    allowed_payment_method_types: payments.methods,
    metadata: { person: personId },
  })
  return { clientSecret }
}

/** Throws 404 for an unknown or foreign id, 400 if it is unconfirmed, 402 if the payment is declined. */
export async function finishCardUpdate(
  services: SyncServices,
  personId: string,
  setupIntentId: string,
): Promise<SavedCard[]> {
  const { stripe } = services.payments
  const customer = await customerOf(services, personId)
  const method = await confirmedMethod(services, customer, setupIntentId)
  await withRefusals(
    stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }),
  )
  await withLock(`charge:${customer}`, async () => {
    const snapshots = await syncCustomer(services, customer)
    try {
      for (const snapshot of snapshots.filter(isLive)) await switchPaymentMethod(services, snapshot, method)
    } finally {
      await syncCustomer(services, customer)
    }
  })
  const saved = await withRefusals(stripe.paymentMethods.retrieve(method))
  return saved.card ? [{ card: { brand: saved.card.brand, last4: saved.card.last4 } }] : []
}

/**
 * Pays the open invoice, once per method, and makes it the subscription's own. Throws 402 if declined.
 * While the outcome of the payment is unknown (503) nothing else changes, so that a retry completes it.
 */
export async function switchPaymentMethod(
  { payments: { stripe } }: Pick<SyncServices, 'payments'>,
  snapshot: SubscriptionSnapshot,
  method: string,
): Promise<void> {
  const { id } = snapshot
  const declined = await payOpenInvoice(stripe, snapshot, method)
  await ignoreIf(
    stripe.subscriptions.update(id, { default_payment_method: method }),
    async () => (await stripe.subscriptions.retrieve(id)).ended_at !== null,
  )
  if (declined) throw declined
}

async function payOpenInvoice(
  stripe: Stripe,
  snapshot: SubscriptionSnapshot,
  method: string,
): Promise<Refusal | null> {
  const { openInvoiceId, status } = snapshot
  if (!openInvoiceId || (status !== 'past_due' && status !== 'unpaid')) return null
  // The invoice is about to be voided: a member who canceled no longer owes it.
  if (isCanceledUnpaid(snapshot)) return null
  try {
    await ignoreIf(
      payOnce(stripe, openInvoiceId, method),
      async () => (await stripe.invoices.retrieve(openInvoiceId)).status !== 'open',
    )
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code === 'card_declined') return error
    throw error
  }
}

/** Stripe repeats its response to a key for a day, even its own failures: then use the next number. */
async function payOnce(stripe: Stripe, invoiceId: string, method: string): Promise<void> {
  let failures = 0
  let wasDeclinedBefore = false
  for (let number = 1; ; number += 1) {
    const idempotencyKey = `pay:${invoiceId}:${method}${number > 1 ? `:${number}` : ''}`
    try {
      await stripe.invoices.pay(
        invoiceId,
        { payment_method: method },
        { idempotencyKey, maxNetworkRetries: 0 },
      )
      return
    } catch (error) {
      // A card that was declined before and is chosen again gets one more attempt.
      const isDeclinedBefore: boolean = isRepeatedDecline(error) && !wasDeclinedBefore
      if (!isStoredFailure(error) && !isDeclinedBefore) throw error
      wasDeclinedBefore ||= isDeclinedBefore
      if ((await stripe.invoices.retrieve(invoiceId)).status !== 'open') return
      if (!isDeclinedBefore && !isRepeatedFailure(error)) failures += 1
      if (failures > 1) throw error
    }
  }
}

const isRepeatedDecline = (error: unknown) =>
  error instanceof Stripe.errors.StripeCardError && error.headers?.['idempotent-replayed'] === 'true'

async function ignoreIf(request: Promise<unknown>, isNoLongerNeeded: () => Promise<boolean>): Promise<void> {
  try {
    await request
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
    if (!isRefused || !(await withRefusals(isNoLongerNeeded()))) throw toRefusal(error)
  }
}
