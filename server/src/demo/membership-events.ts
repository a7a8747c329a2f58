import { proveAddress } from '#features/accounts/prove-address.ts'
import type { Person } from '#features/people/schema.ts'
import { blockPerson } from '#features/blocks/block-person.ts'
import { endBilling } from '#features/blocks/end-billing.ts'
import { finishCardUpdate, startCardUpdate } from '#features/subscriptions/checkout/update-payment-method.ts'
import { completeSignup } from '#features/signup/complete-signup.ts'
import { signupBySubscription } from '#features/people/pending-signups.ts'
import { startSignup } from '#features/signup/start-signup.ts'
import { openVisitCounter } from '#features/sources/count-visits.ts'
import { parseSource } from '#features/sources/parse-source.ts'
import { startSubscription } from '#features/subscriptions/checkout/start-subscription.ts'
import { syncCustomer } from '#features/subscriptions/sync/sync-customer.ts'
import { demoEmail, demoPassword } from './accounts.ts'
import type { MemberTimeline } from './timeline.ts'
import { personWithEmail } from './open-accounts.ts'
import { type DemoCard, type DemoServices, payAtSandbox } from './pay-at-sandbox.ts'

/* Every function is idempotent, because an interrupted seed repeats its last event. */

const phoneNumber = '+1 555 010 0142'

/** Where the demo's members come from: the address they open first and the page that linked there. */
const arrivals = [
  { url: '/?utm_source=newsletter&utm_medium=email&utm_campaign=kickoff', referrer: '' },
  { url: '/', referrer: 'https://www.youtube.com/' },
  { url: '/?utm_source=podcast', referrer: 'https://podcast.example/' },
  { url: '/', referrer: '' },
]

export async function join(services: DemoServices, { member, email }: MemberTimeline): Promise<void> {
  if (await personWithEmail(services.db, email)) return
  const { firstName, lastName, account, card = 'visa', promoCode } = member
  const cameFrom = arrivals[email.length % arrivals.length] ?? { url: '/', referrer: '' }
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
    { cameFrom: { ...cameFrom, gate: 'configuration' } },
  )
  const visits = openVisitCounter(services)
  for (let visit = 0; visit < 3; visit += 1)
    visits.countArrival(parseSource(cameFrom.url, cameFrom.referrer, services.address.url))
  await visits.save()
  if (payment.clientSecret) await payAtSandbox(services, payment.clientSecret, card, services.clock.now())
  const signup = await signupBySubscription(services.db, payment.subscriptionId)
  const completion = await completeSignup(services, signup?.id ?? '')
  if (completion.outcome !== 'completed')
    throw new Error(`${email} did not become a member: ${completion.outcome}`)
  const { personId } = completion
  await services.db.transaction((tx) => proveAddress(tx, services, { personId }))
}

async function memberOf(
  { db }: DemoServices,
  { email }: MemberTimeline,
): Promise<Person & { customerId: string }> {
  const person = await personWithEmail(db, email)
  if (!person?.stripeCustomerId) throw new Error(`${email} has not joined`)
  return { ...person, customerId: person.stripeCustomerId }
}

export async function leave(services: DemoServices, timeline: MemberTimeline): Promise<void> {
  const { customerId } = await memberOf(services, timeline)
  const { stripe } = services.payments
  const { data: all } = await stripe.subscriptions.list({ customer: customerId, status: 'all' })
  const first = all.at(-1)
  if (!first || first.ended_at !== null || first.cancel_at !== null) return
  await stripe.subscriptions.update(first.id, { cancel_at_period_end: true })
}

export async function rejoin(services: DemoServices, timeline: MemberTimeline): Promise<void> {
  const { id } = await memberOf(services, timeline)
  const { clientSecret } = await startSubscription(services, id, { couponCode: null, termsAccepted: true })
  if (!clientSecret) return
  await payAtSandbox(services, clientSecret, timeline.member.card ?? 'visa', services.clock.now())
}

export async function changeCard(
  services: DemoServices,
  timeline: MemberTimeline,
  card: DemoCard,
): Promise<void> {
  const { id } = await memberOf(services, timeline)
  const { clientSecret } = await startCardUpdate(services, id)
  const intentId = await payAtSandbox(services, clientSecret, card, services.clock.now())
  await finishCardUpdate(services, id, intentId)
}

export async function suspend(services: DemoServices, timeline: MemberTimeline): Promise<void> {
  const [{ id: personId }, creator] = await Promise.all([
    memberOf(services, timeline),
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

export async function syncMember(services: DemoServices, timeline: MemberTimeline) {
  const { id, customerId } = await memberOf(services, timeline)
  return { personId: id, snapshots: await syncCustomer(services, customerId) }
}
