import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { validate as isUuid } from 'uuid'
import { findByCustomer } from '#features/people/find-by-customer.ts'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { isLive } from '../snapshot/subscription-state.ts'
import { isOpen, signupById, signupBySubscription } from '#features/people/pending-signups.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { type Membership, memberships } from '../schema.ts'
import { syncCustomer } from './sync-customer.ts'
import { paymentAlerts } from '#alerts/schema.ts'

const pageSize = 100

/** Raises an alert for each difference to Stripe: synced again, ended and refunded, or left for an admin. */
export async function compareSubscriptions(services: Services): Promise<void> {
  const { stripe } = services.payments
  let after: string | undefined
  do {
    const page = await withRefusals(
      stripe.subscriptions.list({
        status: 'all',
        limit: pageSize,
        ...(after ? { starting_after: after } : {}),
      }),
    )
    await comparePage(
      services,
      page.data.filter(({ metadata }) => metadata['app'] === 'touchline'),
    )
    after = page.has_more ? page.data.at(-1)?.id : undefined
  } while (after)
}

async function comparePage(services: Services, subscriptions: Stripe.Subscription[]) {
  if (subscriptions.length === 0) return
  const ids = subscriptions.map(({ id }) => id)
  const rows = await services.db.select().from(memberships).where(inArray(memberships.subscriptionId, ids))
  const known = new Map(rows.map((row) => [row.subscriptionId, row]))
  const alerted = await alertedAmong(services, ids)
  for (const subscription of subscriptions) {
    const membership = known.get(subscription.id)
    try {
      if (membership && matchesStripe(subscription, membership)) {
        if (alerted.has(subscription.id)) await resolveDifference(services, subscription)
      } else if (membership) await compare(services, subscription, membership)
      else if (isLive(subscription)) await findOwner(services, subscription)
    } catch (error) {
      services.log.error({ err: error, subscriptionId: subscription.id }, 'comparing a subscription failed')
    }
  }
}

/** The subscriptions among `ids` that have an open alert; the others need no write. */
async function alertedAmong({ db }: Services, ids: string[]): Promise<Set<string>> {
  const found = await db
    .select({ subject: paymentAlerts.subject })
    .from(paymentAlerts)
    .where(
      and(
        eq(paymentAlerts.kind, 'subscription-differs'),
        inArray(paymentAlerts.subject, ids),
        isNull(paymentAlerts.resolvedAt),
      ),
    )
  return new Set(found.map(({ subject }) => subject))
}

/** When a cancellation takes effect, in Unix seconds; null without one. */
function endOf({ cancel_at: at, cancel_at_period_end: atPeriodEnd, items }: Stripe.Subscription) {
  return at ?? (atPeriodEnd ? (items.data[0]?.current_period_end ?? null) : null)
}

const matchesStripe = (subscription: Stripe.Subscription, { status, cancelAt }: Membership) =>
  status === subscription.status &&
  (cancelAt ? Math.floor(cancelAt.getTime() / 1000) : null) === endOf(subscription)

const matchesSnapshot = (snapshot: SubscriptionSnapshot, { status, cancelAt }: Membership) =>
  status === snapshot.status && cancelAt?.getTime() === snapshot.cancelAt?.getTime()

async function compare(services: Services, subscription: Stripe.Subscription, membership: Membership) {
  // The list may be older than the membership: only a fresh snapshot can show a real difference.
  const snapshots = await syncCustomer(services, membership.customerId)
  const snapshot = snapshots.find(({ id }) => id === subscription.id)
  if (snapshot && matchesSnapshot(snapshot, membership)) return resolveDifference(services, subscription)
  const [now] = await services.db.select().from(memberships).where(eq(memberships.id, membership.id))
  await report(services, subscription, {
    personId: membership.personId,
    message: `The membership said ${membership.status}, the provider ${snapshot?.status ?? subscription.status}.`,
    resolution:
      snapshot && now && matchesSnapshot(snapshot, now) ? 'It was read afresh from the provider.' : null,
  })
}

async function findOwner(services: Services, subscription: Stripe.Subscription) {
  const customerId = idOf(subscription.customer)
  const person = await findByCustomer(services.db, customerId)
  if (person) {
    await syncCustomer(services, customerId)
    const [row] = await services.db
      .select({ id: memberships.id })
      .from(memberships)
      .where(eq(memberships.subscriptionId, subscription.id))
    await report(services, subscription, {
      personId: person.id,
      message: `Person ${person.id} had a subscription without a membership.`,
      resolution: row ? 'The membership was made from the provider.' : null,
    })
    return
  }
  const signup = await signupOf(services, subscription)
  // The signup reconciler takes care of it.
  if (signup && isOpen(signup)) return
  if (signup) await services.jobs.enqueue(services.db, 'give-back', { subscriptionId: subscription.id })
  await report(services, subscription, {
    message: `A live subscription of customer ${customerId} belongs to no person or signup.`,
    resolution: signup ? 'It is ended and refunded: its signup is over.' : null,
  })
}

async function signupOf({ db }: Services, { id, metadata }: Stripe.Subscription) {
  const signupId = metadata['pending_signup']
  return (
    (await signupBySubscription(db, id)) ?? (signupId && isUuid(signupId) ? signupById(db, signupId) : null)
  )
}

const resolveDifference = (services: Services, { id }: Stripe.Subscription) =>
  resolveAlert(services.db, services, {
    kind: 'subscription-differs',
    subject: id,
    resolution: 'The membership and the provider say the same again.',
  })

type Difference = { message: string; resolution: string | null; personId?: string }

async function report(
  services: Services,
  { id }: Stripe.Subscription,
  { message, resolution, personId }: Difference,
) {
  const about = { kind: 'subscription-differs', subject: id }
  await raiseAlert(services.db, services, { ...about, message, personId: personId ?? null })
  if (resolution) await resolveAlert(services.db, services, { ...about, resolution })
}
