import { and, eq, isNull } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { personOfCustomer } from '#features/people/find-by-customer.ts'
import { forgetDeletedCustomer } from '#features/people/stripe-customer.ts'
import { people } from '#features/people/schema.ts'
import { idOf } from '#payments/id-of.ts'
import type { EventOutcome, ProviderEvent } from '#payments/inbox.ts'
import { answerOf } from '#payments/provider-errors.ts'
import { bringUpToDate } from './adopt-default-method.ts'
import { bookSettled } from '#features/reconciliation/book-settled-charge.ts'
import { completeSignup, type ForCompletion } from '#features/signup/complete-signup.ts'
import {
  signupById,
  signupByPayment,
  signupBySubscription,
  whileOpen,
} from '#features/people/pending-signups.ts'
import { memberships } from '../schema.ts'
import { syncCustomer } from './sync-customer.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

const subscriptionTypes = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice.updated',
  'customer.updated',
  'customer.deleted',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'setup_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
] as const

/** Their objects name a charge, and no customer. */
const chargeTypes = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
] as const

/** Events only say that something happened to a subscription; how things stand is asked of the provider each time. */
export function listenToProvider(services: ForCompletion): void {
  services.payments.inbox.on(subscriptionTypes, (event) => takeNote(services, event))
  services.payments.inbox.on(chargeTypes, (event) => seeWhatIsLeft(services, event))
  services.payments.inbox.on(['charge.updated'], (event) => bookSettled(services, event))
}

async function takeNote(services: ForCompletion, event: ProviderEvent): Promise<EventOutcome> {
  const about = subjectOf(event)
  if (about.isTip) return 'ignored'
  const signup = await signupMeant(services, about)
  if (signup && signup.state !== 'completed') {
    const known = signup.subscriptionId ?? (await adopted(services, signup.id, about.subscriptionId))
    const isFormer = about.subscriptionId !== null && about.subscriptionId !== known
    const outcome = isFormer ? 'expired' : (await completeSignup(services, signup.id)).outcome
    // Money for a signup that was given up, or for a subscription it let go of, has nobody to belong to.
    if (outcome === 'expired' && event.type === 'invoice.paid' && about.subscriptionId)
      await services.jobs.enqueue(services.db, 'give-back', { subscriptionId: about.subscriptionId })
    return
  }
  if (about.customerId && (await personOfCustomer(services.db, about.customerId))) {
    await bringUpToDate(services, about.customerId)
    if (event.type === 'customer.deleted') await forgetCustomer(services, about.customerId)
    return
  }
  if (!about.isOurs) return 'ignored'
  const former = about.customerId && (await formerCustomer(services, about.customerId))
  // What it subscribed to may have ended after the deletion was heard of; nothing is read of who is erased.
  if (former) return former.erasedAt ? 'ignored' : void (await syncCustomer(services, former.customerId))
  throw new Error(`nobody here is customer ${about.customerId ?? '(none)'} yet`)
}

const signupMeant = async ({ db }: ForCompletion, { subscriptionId, signupId, paymentIntentId }: Subject) =>
  (subscriptionId ? await signupBySubscription(db, subscriptionId) : null) ??
  (signupId ? await signupById(db, signupId) : null) ??
  (paymentIntentId ? await signupByPayment(db, paymentIntentId) : null)

/** Money of a charge went back, or may: what that means for the membership is read with its subscription. */
async function seeWhatIsLeft(services: ForCompletion, { object }: ProviderEvent): Promise<EventOutcome> {
  const chargeId = textOrNull(object.charge)
  if (!chargeId) return 'ignored'
  const { customer } = await answerOf(services.payments.stripe.charges.retrieve(chargeId))
  const customerId = idOf(customer)
  if (!customerId || !(await personOfCustomer(services.db, customerId))) return 'ignored'
  await bringUpToDate(services, customerId)
}

/** Somebody who subscribes again after that is a new customer of the provider. */
async function forgetCustomer({ db, payments }: ForCompletion, customerId: string) {
  const customer = await answerOf(payments.stripe.customers.retrieve(customerId))
  if (customer.deleted) await forgetDeletedCustomer(db, customerId)
}

/**
 * A subscription whose making was answered too late, or to a server that was gone by then: its signup learns of it here,
 * so that it is not left to itself at the provider. Null when the signup has ended.
 */
async function adopted({ db }: ForCompletion, signupId: string, subscriptionId: string | null) {
  if (subscriptionId === null) return null
  const changed = await db
    .update(pendingSignups)
    .set({ subscriptionId, state: 'awaiting_payment' })
    .where(and(whileOpen(signupId), isNull(pendingSignups.subscriptionId)))
    .returning({ id: pendingSignups.id })
  return changed.length > 0 ? subscriptionId : null
}

type Subject = {
  isTip: boolean
  paymentIntentId: string | null
  customerId: string | null
  subscriptionId: string | null
  signupId: string | null
  isOurs: boolean
}

const asRecord = (value: unknown): Record<string, unknown> =>
  // Any object may be read by key; what is found is checked before it is used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

function subjectOf({ object }: ProviderEvent): Subject {
  const isSubscription = object.object === 'subscription'
  const parent = asRecord(asRecord(object.parent).subscription_details)
  const metadata = { ...asRecord(object.metadata), ...asRecord(parent.metadata) }
  const signupId = textOrNull(metadata.pending_signup)
  return {
    isTip: textOrNull(metadata.tip_id) !== null,
    paymentIntentId: textOrNull(object.object === 'payment_intent' ? object.id : null),
    customerId: textOrNull(object.object === 'customer' ? object.id : object.customer),
    subscriptionId: textOrNull(isSubscription ? object.id : parent.subscription),
    signupId: signupId !== null && isUuid(signupId) ? signupId : null,
    // A payment method carries no mark of ours; without a person it is nobody's business here.
    isOurs: metadata.app === 'touchline' && (isSubscription || object.object === 'invoice'),
  }
}

/** One that was deleted at the provider, and when who it was of was erased. */
async function formerCustomer({ db }: ForCompletion, customerId: string) {
  const [found] = await db
    .select({ customerId: memberships.customerId, erasedAt: people.erasedAt })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.customerId, customerId))
    .limit(1)
  return found
}
