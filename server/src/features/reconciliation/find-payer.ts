import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { validate as isUuid } from 'uuid'
import { findByCustomer } from '#features/people/find-by-customer.ts'
import { isOpen, signupById, signupBySubscription } from '#features/people/pending-signups.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { syncCustomer } from '#features/subscriptions/sync/sync-customer.ts'
import { tips } from '#features/tips/schema.ts'
import { settleTip } from '#features/tips/settle-tip.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import type { PaymentToBook } from '#features/ledger/book-payment.ts'

type Payer = Omit<PaymentToBook, 'paymentIntentId'>

/** Returns null for a foreign payment; one without an owner is refunded. Throws until its signup is complete. */
export async function payerOfCharge(services: Services, charge: Stripe.Charge): Promise<Payer | null> {
  const tipId = charge.metadata['tip_id']
  if (tipId) return isUuid(tipId) ? senderOf(services, tipId, charge) : null
  const paidFor = await subscriptionOf(services, charge)
  if (!paidFor) return null
  return (
    (await memberOf(services, paidFor.id)) ??
    (await waitForSignup(services, paidFor)) ??
    (await customerOf(services, paidFor.id, charge)) ?? {
      kind: 'subscription',
      sourceId: null,
      personId: null,
    }
  )
}

async function senderOf(services: Services, tipId: string, charge: Stripe.Charge): Promise<Payer | null> {
  const [tip] = await services.db.select().from(tips).where(eq(tips.id, tipId)).limit(1)
  if (!tip) return null
  if (tip.status !== 'completed' && charge.payment_intent)
    await withRefusals(settleTip(services, tip.id, idOf(charge.payment_intent)))
  return { kind: 'tip', sourceId: tip.id, personId: tip.fromPersonId }
}

type PaidFor = { id: string; signupId: string | null }

async function subscriptionOf({ payments }: Services, charge: Stripe.Charge): Promise<PaidFor | null> {
  if (!charge.payment_intent) return null
  const { data } = await withRefusals(
    payments.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: idOf(charge.payment_intent) },
      limit: 1,
      expand: ['data.invoice'],
    }),
  )
  const invoice = data[0]?.invoice
  const parent = invoice && typeof invoice !== 'string' && !invoice.deleted ? invoice.parent : null
  const details = parent?.subscription_details
  if (details?.metadata?.['app'] !== 'touchline') return null
  return { id: idOf(details.subscription), signupId: details.metadata['pending_signup'] ?? null }
}

async function memberOf({ db }: Services, subscriptionId: string): Promise<Payer | null> {
  const [found] = await db
    .select({ sourceId: memberships.id, personId: memberships.personId })
    .from(memberships)
    .where(eq(memberships.subscriptionId, subscriptionId))
    .limit(1)
  return found ? { kind: 'subscription', ...found } : null
}

async function waitForSignup({ db }: Services, { id, signupId }: PaidFor): Promise<null> {
  const signup =
    (await signupBySubscription(db, id)) ??
    (signupId && isUuid(signupId) ? await signupById(db, signupId) : null)
  const isItsOwn = signup?.subscriptionId === id || signup?.subscriptionId === null
  if (signup && isItsOwn && isOpen(signup))
    throw new Error(`the payment of signup ${signup.id} is booked when it is completed`)
  return null
}

/** A subscription that is not saved yet, of a known customer. */
async function customerOf(services: Services, subscriptionId: string, { customer }: Stripe.Charge) {
  if (!customer) return null
  const customerId = idOf(customer)
  const person = await findByCustomer(services.db, customerId)
  if (!person) return null
  await syncCustomer(services, customerId)
  const member = await memberOf(services, subscriptionId)
  return member ?? { kind: 'subscription' as const, sourceId: null, personId: person.id }
}
