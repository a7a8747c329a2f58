import { and, isNull } from 'drizzle-orm'
import { whileOpen } from '#features/people/pending-signups.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'
import { signupOfEvent, subjectOf } from '#features/subscriptions/sync/event-subject.ts'
import { subscriptionEvents } from '#features/subscriptions/sync/webhook-handlers.ts'
import type { EventOutcome, ProviderEvent } from '#payments/inbox.ts'
import type { Services } from '#services.ts'
import { completeSignup, type SignupServices } from './complete-signup.ts'

/** Completes signups when Stripe reports a change of their subscription or payment. */
export function handleSignupEvents(services: SignupServices): void {
  services.payments.inbox.on(subscriptionEvents, (event) => handleEvent(services, event))
}

async function handleEvent(services: SignupServices, event: ProviderEvent): Promise<EventOutcome> {
  const about = subjectOf(event)
  const { subscriptionId } = about
  const signup = about.isTip ? null : await signupOfEvent(services, about)
  if (!signup || signup.state === 'completed') return 'ignored'
  const known = signup.subscriptionId ?? (await adoptSubscription(services, signup.id, subscriptionId))
  const isReplaced = subscriptionId !== null && subscriptionId !== known
  const outcome = isReplaced ? 'expired' : (await completeSignup(services, signup.id)).outcome
  // A payment for an expired signup, or for a subscription it no longer uses, is refunded.
  if (outcome === 'expired' && event.type === 'invoice.paid' && subscriptionId)
    await services.jobs.enqueue(services.db, 'give-back', { subscriptionId })
}

/** Makes up for a response to its creation that was lost or came too late. Returns null if the signup has ended. */
async function adoptSubscription(
  { db }: Pick<Services, 'db'>,
  signupId: string,
  subscriptionId: string | null,
) {
  if (subscriptionId === null) return null
  const changed = await db
    .update(pendingSignups)
    .set({ subscriptionId, state: 'awaiting_payment' })
    .where(and(whileOpen(signupId), isNull(pendingSignups.subscriptionId)))
    .returning({ id: pendingSignups.id })
  return changed.length > 0 ? subscriptionId : null
}
