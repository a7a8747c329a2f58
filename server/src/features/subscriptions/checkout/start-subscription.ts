import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { conflict, invalid, notFound, Refusal } from '#errors.ts'
import { clearDeletedCustomer, saveCustomer } from '#features/people/stripe-customer.ts'
import { people, type Person } from '#features/people/schema.ts'
import { refuseDuringDeletion } from '#features/people/pending-deletion.ts'
import { withLock } from '#concurrency/keyed-mutex.ts'
import {
  withRefusals,
  isMissingAtProvider,
  isOutcomeUnknown,
  isRepeatedFailure,
  isStoredFailure,
  toRefusal,
} from '#payments/provider-errors.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { cancelUnpaid, createSubscription } from './create-subscription.ts'
import { endUnpaid } from '../ending/end-unpaid.ts'
import { isKnownStatus, isLive, isCanceledUnpaid } from '../snapshot/subscription-state.ts'
import { prepareCode } from './prepare-code.ts'
import { closeStart, createStart, findOpenStart } from './subscription-starts.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { type SyncServices, syncCustomer } from '../sync/sync-customer.ts'
import { resumeAtStripe } from '../ending/resume-subscription.ts'
import { currentMembershipOf } from '../access/current-membership.ts'

export type StartInput = {
  couponCode: string | null
  setupIntentId?: string | null | undefined
  termsAccepted?: true | undefined
}

export type StartedSubscription = {
  clientSecret: string | null
  subscriptionId: string | null
  status: 'requires_payment' | 'requires_card' | 'active' | 'already_subscribed'
  resumed?: boolean
}

/**
 * Subscribes or resumes; never creates a second subscription. Throws 503 while Stripe is unavailable,
 * 409 during an account deletion or after a lost dispute.
 */
export async function startSubscription(
  services: SyncServices,
  personId: string,
  wanted: StartInput,
): Promise<StartedSubscription> {
  return withLock(`person:${personId}`, async () => {
    await refuseDuringDeletion(services.db, personId)
    return subscribe(services, personId, wanted)
  })
}

async function subscribe(
  services: SyncServices,
  personId: string,
  wanted: StartInput,
): Promise<StartedSubscription> {
  const { couponCode } = wanted
  const [person] = await services.db.select().from(people).where(eq(people.id, personId)).limit(1)
  if (!person) throw notFound('Account')
  const snapshots = person.stripeCustomerId ? await syncCustomer(services, person.stripeCustomerId) : []
  const live = snapshots.filter(isLive).toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())[0]
  if (live && isCanceledUnpaid(live) && !live.revocation) {
    // Its invoice is about to be voided and must not be paid.
    await endUnpaid(services, live)
    return subscribe(services, personId, wanted)
  }
  if (live) return continueExisting(services, live)
  if (!wanted.termsAccepted) throw termsRequired()
  // After a lost dispute, only support decides whether the person may come back.
  if (snapshots.some(({ revocation }) => revocation === 'disputed')) throw needsHelp()
  if (!snapshots.every(isKnownStatus)) throw needsHelp()
  const known = await currentMembershipOf(services.db, personId)
  // A saved subscription is missing at Stripe: do not charge on such a contradiction.
  if (known && isLive(known)) throw needsHelp()
  const incomplete = snapshots.find(({ status }) => status === 'incomplete')
  if (incomplete) {
    if (incomplete.firstPayment === 'processing') throw beingVerified()
    const isAsWanted =
      couponOf(incomplete) === couponCode && incomplete.priceId === services.payments.price.id
    if (incomplete.clientSecret && isAsWanted) return toPay(incomplete)
    await cancelUnpaid(services, incomplete.id)
  }
  return createNew(services, person, wanted, snapshots)
}

const termsRequired = () => {
  const sentence = 'You must agree to the Terms of Service to continue'
  return invalid(sentence, { termsAccepted: sentence })
}

const couponOf = ({ metadata }: SubscriptionSnapshot) => metadata.coupon ?? null

const beingVerified = () =>
  new Refusal(409, 'payment_processing', 'Your payment is being verified. Please wait before you pay again.')

const needsHelp = () => conflict('Your subscription needs our help. Please contact support.')

const toPay = ({ id, clientSecret }: SubscriptionSnapshot): StartedSubscription => ({
  clientSecret,
  subscriptionId: id,
  status: 'requires_payment',
})

async function continueExisting(
  services: SyncServices,
  snapshot: SubscriptionSnapshot,
): Promise<StartedSubscription> {
  const { status, cancelAt, id, revocation } = snapshot
  if (revocation) throw needsHelp()
  if (status === 'active' || status === 'trialing') {
    if (!cancelAt) return { clientSecret: null, subscriptionId: id, status: 'already_subscribed' }
    await resumeAtStripe(services, snapshot)
    return { clientSecret: null, subscriptionId: id, status: 'active', resumed: true }
  }
  if (snapshot.clientSecret) return toPay(snapshot)
  if (snapshot.payment?.status === 'processing') throw beingVerified()
  throw needsHelp()
}

async function createNew(
  services: SyncServices,
  person: Person,
  wanted: StartInput,
  snapshots: SubscriptionSnapshot[],
): Promise<StartedSubscription> {
  const { couponCode } = wanted
  const earlier = await findOpenStart(services, person.id)
  let code: Awaited<ReturnType<typeof prepareCodeFor>> = null
  try {
    if (!earlier) code = await prepareCodeFor(services, person, wanted)
  } catch (error) {
    if (await isCustomerGone(services, person, error)) return subscribe(services, person.id, wanted)
    throw toRefusal(error)
  }
  if (code && 'cardSecret' in code)
    return { clientSecret: code.cardSecret, subscriptionId: null, status: 'requires_card' }
  const start = earlier ?? (await createStart(services, { person, couponCode, code }, snapshots))
  const { id, attempt } = start
  try {
    const customerId = person.stripeCustomerId ?? (await createCustomer(services, person, `${attempt}`))
    const subscriptionId = await createSubscription(services, {
      customerId,
      couponCode: start.couponCode,
      paymentMethodId: start.paymentMethodId,
      idempotencyKey: `mem:${person.id}:sub:${attempt}`,
      metadata: { person: person.id, ...(start.couponCode ? { coupon: start.couponCode } : {}) },
    })
    await closeStart(services, id, { state: 'created', subscriptionId })
    const snapshot = (await syncCustomer(services, customerId)).find((found) => found.id === subscriptionId)
    if (!snapshot) throw new Error(`subscription ${subscriptionId} is not among those of its customer`)
    // An earlier attempt without an answer is finished first, then the current one.
    if (snapshot.status === 'incomplete' && start.couponCode !== couponCode)
      return await subscribe(services, person.id, wanted)
    if (snapshot.status === 'incomplete') return toPay(snapshot)
    return { clientSecret: null, subscriptionId, status: 'active' }
  } catch (error) {
    if (await isCustomerGone(services, person, error)) {
      await closeStart(services, id, { state: 'failed' })
      return subscribe(services, person.id, wanted)
    }
    // An unknown outcome keeps the start open: the retry uses the same key and finds what was created.
    if (isStoredFailure(error) || !isOutcomeUnknown(error))
      await closeStart(services, id, { state: 'failed' })
    // The key is spent: Stripe stored a failure for it, or the request differs. Retry with a new key.
    if (earlier && (isRepeatedFailure(error) || error instanceof Stripe.errors.StripeIdempotencyError))
      return subscribe(services, person.id, wanted)
    throw toRefusal(error)
  }
}

/** True if Stripe refused because the customer was deleted; clears the customer id. */
async function isCustomerGone(
  { payments, db }: SyncServices,
  person: Person,
  error: unknown,
): Promise<boolean> {
  const { stripeCustomerId: customerId } = person
  if (!customerId || !isMissingAtProvider(error)) return false
  const customer = await withRefusals(payments.stripe.customers.retrieve(customerId)).catch(
    (thrown: unknown) => {
      if (isMissingAtProvider(thrown)) return { deleted: true }
      throw thrown
    },
  )
  if (customer.deleted) await clearDeletedCustomer(db, customerId)
  return customer.deleted === true
}

async function prepareCodeFor(
  services: SyncServices,
  person: Person,
  { couponCode, setupIntentId }: StartInput,
) {
  if (!couponCode) return null
  return prepareCode(services, {
    code: couponCode,
    customerId: person.stripeCustomerId,
    newCustomer: () => createCustomer(services, person, 'code'),
    setupIntentId: setupIntentId ?? null,
  })
}

async function createCustomer(
  { payments, db }: SyncServices,
  person: Person,
  attempt: string,
): Promise<string> {
  const { id, email, firstName, lastName } = person
  const customerId = await ensureCustomer(payments, {
    email,
    name: [firstName, lastName].filter(Boolean).join(' '),
    metadata: { person: id },
    idempotencyKey: `mem:${id}:cus:${attempt}`,
    mayExist: attempt !== '1',
  })
  await saveCustomer(db, id, customerId)
  return customerId
}
