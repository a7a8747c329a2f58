import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { conflict } from '#errors.ts'
import { refuseDuringDeletion } from '#features/people/pending-deletion.ts'
import type { Viewer } from '#http/viewer.ts'
import { withLock } from '#concurrency/keyed-mutex.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { isLive, isCanceledUnpaid, isPaidUp } from '../snapshot/subscription-state.ts'
import { endUnpaid } from './end-unpaid.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { subscriptionStatusOf } from '../access/subscription-status.ts'
import { type SyncServices, syncCustomer } from '../sync/sync-customer.ts'
import { resumeAtStripe } from './resume-subscription.ts'

type Who = Pick<Viewer, 'id' | 'role' | 'stripeCustomerId'>

const contestedSentence =
  'Your bank has taken your payment back while it looks into it. Please wait for its decision, or contact support.'

const hasEnded = 'Your subscription has ended. Please subscribe again.'

/** Ends with the paid month, or at once if the renewal is unpaid. Throws 409 without a subscription. */
export function cancelSubscription(services: SyncServices, viewer: Who): Promise<SubscriptionStatus> {
  return withLock(`person:${viewer.id}`, async () => {
    const live = (await snapshotsOf(services, viewer)).filter(isLive)
    if (live.length === 0) throw conflict('You have no subscription to cancel.')
    for (const snapshot of live) await cancelOne(services, snapshot)
    return subscriptionStatusOf(services, viewer, false)
  })
}

/** Throws 409 if there is nothing to resume or during an account deletion. */
export function resumeSubscription(services: SyncServices, viewer: Who): Promise<SubscriptionStatus> {
  return withLock(`person:${viewer.id}`, async () => {
    await refuseDuringDeletion(services.db, viewer.id)
    const snapshots = await snapshotsOf(services, viewer)
    const canceled = snapshots.find((snapshot) => isLive(snapshot) && snapshot.cancelAt !== null)
    if (!canceled) throw conflict(snapshots.some(isLive) ? 'Your subscription is not canceled.' : hasEnded)
    if (isCanceledUnpaid(canceled)) throw conflict(hasEnded)
    if (canceled.revocation === 'contested') throw conflict(contestedSentence)
    if (canceled.revocation)
      throw conflict('Your payment was given back, so your subscription ends. Please contact support.')
    await resumeAtStripe(services, canceled)
    return subscriptionStatusOf(services, viewer, false)
  })
}

const snapshotsOf = async (services: SyncServices, { stripeCustomerId }: Who) =>
  stripeCustomerId ? syncCustomer(services, stripeCustomerId) : []

async function cancelOne(services: SyncServices, snapshot: SubscriptionSnapshot) {
  // Canceled for the end of the period, its invoice would be collected until then.
  if (!isPaidUp(snapshot, services.clock.now())) return endUnpaid(services, snapshot)
  if (snapshot.cancelAt !== null) return
  const { stripe } = services.payments
  // An earlier comment of ours is removed: this cancellation is the member's and stays.
  const wanted = { cancel_at_period_end: true, cancellation_details: { comment: '' } }
  await withRefusals(stripe.subscriptions.update(snapshot.id, wanted))
  await syncCustomer(services, snapshot.customerId)
}
