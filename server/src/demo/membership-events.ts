import { proveAddress } from '#features/accounts/prove-address.ts'
import type { Person } from '#features/people/schema.ts'
import { blockPerson } from '#features/blocks/block-person.ts'
import { endBilling } from '#features/blocks/end-billing.ts'
import { finishCardUpdate, startCardUpdate } from '#features/subscriptions/checkout/update-payment-method.ts'
import { completeSignup } from '#features/signup/complete-signup.ts'
import { signupBySubscription } from '#features/people/pending-signups.ts'
import { startSignup } from '#features/signup/start-signup.ts'
import { startSubscription } from '#features/subscriptions/checkout/start-subscription.ts'
import { syncCustomer } from '#features/subscriptions/sync/sync-customer.ts'
import { demoEmail, demoPassword } from './accounts.ts'
import type { Lifeline } from './timeline.ts'
import { personWithEmail } from './open-accounts.ts'
import { type DemoCard, type DemoServices, payAtSandbox } from './pay-at-sandbox.ts'

/*
 * What happens to a member, through the verbs that visitors use. Each may be done again: a seed that was cut off in
 * the middle of one begins with it.
 */

const phoneNumber = '+1 555 010 0142'

/** Signs up, pays and joins at the clock's time. */
export async function join(services: DemoServices, { member, email }: Lifeline): Promise<void> {
  if (await personWithEmail(services.db, email)) return
  const { firstName, lastName, account, card = 'visa', promoCode } = member
  const payment = await startSignup(
    services,
    {
      email,
      firstName,
      lastName,
      phoneNumber,
      couponCode: promoCode ?? null,
      termsAccepted: true,
      ...(account ? { password: demoPassword } : {}),
    },
    null,
  )
  if (payment.clientSecret) await payAtSandbox(services, payment.clientSecret, card, services.clock.now())
  const signup = await signupBySubscription(services.db, payment.subscriptionId)
  const completion = await completeSignup(services, signup?.id ?? '')
  if (completion.outcome !== 'completed')
    throw new Error(`${email} did not become a member: ${completion.outcome}`)
  const { personId } = completion
  await services.db.transaction((tx) => proveAddress(tx, services, { personId }))
}

async function memberOf({ db }: DemoServices, { email }: Lifeline): Promise<Person & { customerId: string }> {
  const person = await personWithEmail(db, email)
  if (!person?.stripeCustomerId) throw new Error(`${email} has not joined`)
  return { ...person, customerId: person.stripeCustomerId }
}

/** Cancels at the end of the paid month. */
export async function leave(services: DemoServices, lifeline: Lifeline): Promise<void> {
  const { customerId } = await memberOf(services, lifeline)
  const { stripe } = services.payments
  const { data: all } = await stripe.subscriptions.list({ customer: customerId, status: 'all' })
  const first = all.at(-1)
  if (!first || first.ended_at !== null || first.cancel_at !== null) return
  await stripe.subscriptions.update(first.id, { cancel_at_period_end: true })
}

/** Subscribes again after the first membership ended. */
export async function rejoin(services: DemoServices, lifeline: Lifeline): Promise<void> {
  const { id } = await memberOf(services, lifeline)
  const { clientSecret } = await startSubscription(services, id, { couponCode: null, termsAccepted: true })
  if (!clientSecret) return
  await payAtSandbox(services, clientSecret, lifeline.member.card ?? 'visa', services.clock.now())
}

/** Saves another card, which also pays what is due. */
export async function changeCard(services: DemoServices, lifeline: Lifeline, card: DemoCard): Promise<void> {
  const { id } = await memberOf(services, lifeline)
  const { clientSecret } = await startCardUpdate(services, id)
  const intentId = await payAtSandbox(services, clientSecret, card, services.clock.now())
  await finishCardUpdate(services, id, intentId)
}

/** Suspends the account, which ends its subscription. */
export async function suspend(services: DemoServices, lifeline: Lifeline): Promise<void> {
  const [{ id: personId }, creator] = await Promise.all([
    memberOf(services, lifeline),
    personWithEmail(services.db, demoEmail('creator')),
  ])
  const reason = 'Hurtful or threatening words: three warnings under the derby post, and then a fourth.'
  const block = await blockPerson(services, {
    actorId: creator?.id ?? '',
    personId,
    reason,
    until: null,
  })
  await endBilling(services, block.id)
}

/** Fetches the current state from the provider. */
export async function settled(services: DemoServices, lifeline: Lifeline) {
  const { id, customerId } = await memberOf(services, lifeline)
  return { personId: id, readings: await syncCustomer(services, customerId) }
}
