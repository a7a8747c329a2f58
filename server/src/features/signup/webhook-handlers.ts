import { and, isNull } from 'drizzle-orm'
import { whileOpen } from '#features/people/pending-signups.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'
import { signupOfEvent, subjectOf } from '#features/subscriptions/sync/event-subject.ts'
import { subscriptionEvents } from '#features/subscriptions/sync/webhook-handlers.ts'
import type { EventOutcome, ProviderEvent } from '#payments/inbox.ts'
import type { Services } from '#services.ts'
import { completeSignup, type SignupServices } from './complete-signup.ts'

/** Completes signups when the provider reports something about their subscription or payment. */
export function handleSignupEvents(services: SignupServices): void {
  services.payments.inbox.on(subscriptionEvents, (event) => handleEvent(services, event))
}

async function handleEvent(services: SignupServices, event: ProviderEvent): Promise<EventOutcome> {
  const about = subjectOf(event)
  const { subscriptionId } = about
  const signup = about.isTip ? null : await signupOfEvent(services, about)
  if (!signup || signup.state === 'completed') return 'ignored'
  const known = signup.subscriptionId ?? (await adoptSubscription(services, signup.id, subscriptionId))
  const isFormer = subscriptionId !== null && subscriptionId !== known
  const outcome = isFormer ? 'expired' : (await completeSignup(services, signup.id)).outcome
  // Nobody owns money for a signup that was given up, or for a subscription that it let go of.
  if (outcome === 'expired' && event.type === 'invoice.paid' && subscriptionId)
    await services.jobs.enqueue(services.db, 'give-back', { subscriptionId })
}

/**
 * A subscription whose making was answered too late, or to a server that was gone by then: its signup learns of it here,
 * so that it is not left to itself at the provider. Null when the signup has ended.
 */
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
