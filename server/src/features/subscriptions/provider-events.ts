import { and, eq, isNull } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { people } from '#features/accounts/schema.ts'
import type { EventOutcome, ProviderEvent } from '#payments/inbox.ts'
import { bookSettled } from './book-settled.ts'
import { completeSignup, type ForCompletion } from './complete-signup.ts'
import { signupById, signupBySubscription, whileOpen } from './pending-signups.ts'
import { pendingSignups } from './schema.ts'
import { syncCustomer } from './sync-customer.ts'

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
  'payment_method.attached',
  'payment_method.automatically_updated',
] as const

/** Events only say that something happened to a subscription; how things stand is asked of the provider each time. */
export function listenToProvider(services: ForCompletion): void {
  services.payments.inbox.on(subscriptionTypes, (event) => takeNote(services, event))
  services.payments.inbox.on(['charge.updated'], (event) => bookSettled(services, event))
}

async function takeNote(services: ForCompletion, event: ProviderEvent): Promise<EventOutcome> {
  const about = subjectOf(event)
  const signup =
    (about.subscriptionId ? await signupBySubscription(services.db, about.subscriptionId) : null) ??
    (about.signupId ? await signupById(services.db, about.signupId) : null)
  if (signup && signup.state !== 'completed') {
    const known = signup.subscriptionId ?? (await adopted(services, signup.id, about.subscriptionId))
    const isFormer = about.subscriptionId !== null && about.subscriptionId !== known
    const outcome = isFormer ? 'expired' : (await completeSignup(services, signup.id)).outcome
    // Money for a signup that was given up, or for a subscription it let go of, has nobody to belong to.
    if (outcome === 'expired' && event.type === 'invoice.paid' && about.subscriptionId)
      await services.jobs.enqueue(services.db, 'give-back', { subscriptionId: about.subscriptionId })
    return
  }
  if (about.customerId && (await isOneOfUs(services, about.customerId))) {
    await syncCustomer(services, about.customerId)
    return
  }
  if (!about.isOurs) return 'ignored'
  throw new Error(`nobody here is customer ${about.customerId ?? '(none)'} yet`)
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

function subjectOf({ type, object }: ProviderEvent): Subject {
  const isSubscription = object.object === 'subscription'
  const parent = asRecord(asRecord(object.parent).subscription_details)
  const metadata = { ...asRecord(object.metadata), ...asRecord(parent.metadata) }
  const signupId = textOrNull(metadata.pending_signup)
  return {
    customerId: textOrNull(type.startsWith('customer.updated') ? object.id : object.customer),
    subscriptionId: textOrNull(isSubscription ? object.id : parent.subscription),
    signupId: signupId !== null && isUuid(signupId) ? signupId : null,
    // A payment method carries no mark of ours; without a person it is nobody's business here.
    isOurs: metadata.app === 'touchline' && (isSubscription || object.object === 'invoice'),
  }
}

async function isOneOfUs({ db }: ForCompletion, customerId: string) {
  const found = await db
    .select({ id: people.id })
    .from(people)
    .where(eq(people.stripeCustomerId, customerId))
    .limit(1)
  return found.length > 0
}
