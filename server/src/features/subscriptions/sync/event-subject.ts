import { validate as isUuid } from 'uuid'
import { signupById, signupByPayment, signupBySubscription } from '#features/people/pending-signups.ts'
import type { ProviderEvent } from '#payments/inbox.ts'
import type { Services } from '#services.ts'

/** What an event is about; ids of what it does not name are null. */
export type EventSubject = {
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

export const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

export function subjectOf({ object }: ProviderEvent): EventSubject {
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

/** The signup an event belongs to; null when it belongs to none. */
export const signupOfEvent = async (
  { db }: Pick<Services, 'db'>,
  { subscriptionId, signupId, paymentIntentId }: EventSubject,
) =>
  (subscriptionId ? await signupBySubscription(db, subscriptionId) : null) ??
  (signupId ? await signupById(db, signupId) : null) ??
  (paymentIntentId ? await signupByPayment(db, paymentIntentId) : null)
