import { eq } from 'drizzle-orm'
import { findByCustomer } from '#features/people/find-by-customer.ts'
import { clearDeletedCustomer } from '#features/people/stripe-customer.ts'
import { people } from '#features/people/schema.ts'
import { idOf } from '#payments/id-of.ts'
import type { EventOutcome, ProviderEvent } from '#payments/inbox.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { syncAndCollect } from './adopt-default-method.ts'
import { signupOfEvent, subjectOf, textOrNull } from './event-subject.ts'
import type { SyncServices } from './sync-customer.ts'
import { memberships } from '../schema.ts'
import { syncCustomer } from './sync-customer.ts'

export const subscriptionEvents = [
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

/** The objects of these events name a charge and no customer. */
const chargeEvents = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
] as const

/** An event only says that something changed: the current state is fetched from Stripe each time. */
export function handleSubscriptionEvents(services: SyncServices): void {
  services.payments.inbox.on(subscriptionEvents, (event) => handleEvent(services, event))
  services.payments.inbox.on(chargeEvents, (event) => handleChargeEvent(services, event))
}

async function handleEvent(services: SyncServices, event: ProviderEvent): Promise<EventOutcome> {
  const about = subjectOf(event)
  if (about.isTip) return 'ignored'
  const signup = await signupOfEvent(services, about)
  // The signup's own handler processes it.
  if (signup && signup.state !== 'completed') return 'ignored'
  if (about.customerId && (await findByCustomer(services.db, about.customerId))) {
    await syncAndCollect(services, about.customerId)
    if (event.type === 'customer.deleted') await clearCustomer(services, about.customerId)
    return
  }
  if (!about.isOurs) return 'ignored'
  const previous = about.customerId && (await findDeletedCustomer(services, about.customerId))
  // Its subscription may have ended after the deletion event. Nothing is fetched for an erased person.
  if (previous)
    return previous.erasedAt ? 'ignored' : void (await syncCustomer(services, previous.customerId))
  throw new Error(`no person has the customer ${about.customerId ?? '(none)'} yet`)
}

async function handleChargeEvent(services: SyncServices, { object }: ProviderEvent): Promise<EventOutcome> {
  const chargeId = textOrNull(object.charge)
  if (!chargeId) return 'ignored'
  const { customer } = await withRefusals(services.payments.stripe.charges.retrieve(chargeId))
  const customerId = idOf(customer)
  if (!customerId || !(await findByCustomer(services.db, customerId))) return 'ignored'
  await syncAndCollect(services, customerId)
}

/** A person who subscribes again after this gets a new Stripe customer. */
async function clearCustomer({ db, payments }: SyncServices, customerId: string) {
  const customer = await withRefusals(payments.stripe.customers.retrieve(customerId))
  if (customer.deleted) await clearDeletedCustomer(db, customerId)
}

/** A customer deleted at Stripe, with the time at which its person was erased. */
async function findDeletedCustomer({ db }: SyncServices, customerId: string) {
  const [found] = await db
    .select({ customerId: memberships.customerId, erasedAt: people.erasedAt })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.customerId, customerId))
    .limit(1)
  return found
}
