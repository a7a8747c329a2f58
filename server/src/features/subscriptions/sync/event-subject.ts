import { validate as isUuid } from 'uuid'
import { signupById, signupByPayment, signupBySubscription } from '#features/people/pending-signups.ts'
import type { ProviderEvent } from '#payments/inbox.ts'
import type { Services } from '#services.ts'

/** The subject of an event; ids that the event does not name are null. */
export type EventSubject = {
  isTip: boolean
  paymentIntentId: string | null
  customerId: string | null
  subscriptionId: string | null
  signupId: string | null
  isOurs: boolean
}

const asRecord = (value: unknown): Record<string, unknown> =>
  // Any object may be read by key; values are checked before use.
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
    // A payment method has no metadata of ours; without a known customer it is ignored.
    isOurs: metadata.app === 'touchline' && (isSubscription || object.object === 'invoice'),
  }
}

export const signupOfEvent = async (
  { db }: Pick<Services, 'db'>,
  { subscriptionId, signupId, paymentIntentId }: EventSubject,
) =>
  (subscriptionId ? await signupBySubscription(db, subscriptionId) : null) ??
  (signupId ? await signupById(db, signupId) : null) ??
  (paymentIntentId ? await signupByPayment(db, paymentIntentId) : null)
