import { eq } from 'drizzle-orm'
import { people } from '#features/accounts/schema.ts'
import type { Services } from '#services.ts'
import { giveBack } from './give-back.ts'
import { paidTwice, secondSubscription } from './mails.ts'
import { signupById } from './pending-signups.ts'
import { listenToProvider } from './provider-events.ts'
import { reconcile } from './reconcile.ts'
import { memberships } from './schema.ts'
import { syncCustomer } from './sync-customer.ts'

/** Declares the events, jobs and schedules of subscriptions; call before the jobs start. */
export function subscriptionJobs(services: Services): void {
  const { jobs } = services
  listenToProvider(services)
  jobs.work(
    'sync-customer',
    async ({ customerId }) => void (await syncCustomer(services, String(customerId))),
    { keyOf: ({ customerId }) => String(customerId) },
  )
  jobs.work('refund-signup', ({ signupId }) => refundSignup(services, String(signupId)), {
    keyOf: ({ signupId }) => String(signupId),
  })
  jobs.work('give-back', ({ subscriptionId }) => giveBackSecond(services, String(subscriptionId)), {
    keyOf: ({ subscriptionId }) => String(subscriptionId),
  })
  jobs.every('* * * * *', 'reconcile-subscriptions', () => reconcile(services))
}

/** Ends and refunds what someone paid whose address already belonged to a member, and tells them. */
export async function refundSignup(services: Services, signupId: string): Promise<void> {
  const signup = await signupById(services.db, signupId)
  if (!signup?.subscriptionId) return
  await giveBack(services, signup.subscriptionId)
  await services.mail.send(services.db, paidTwice(signup, services.address.url))
}

/** Ends and refunds a subscription that should not have been; its person, if there is one, is told. */
export async function giveBackSecond(services: Services, subscriptionId: string): Promise<void> {
  const paidCents = await giveBack(services, subscriptionId)
  const [owner] = await services.db
    .select({ email: people.email, firstName: people.firstName, customerId: memberships.customerId })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.subscriptionId, subscriptionId))
    .limit(1)
  if (!owner) return
  await syncCustomer(services, owner.customerId)
  if (paidCents > 0)
    await services.mail.send(
      services.db,
      secondSubscription({ email: owner.email, firstName: owner.firstName ?? 'there' }),
    )
}
