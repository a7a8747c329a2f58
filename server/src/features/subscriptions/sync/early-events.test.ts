import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookEvents } from '#payments/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, newApplicant, payWith } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { signupByToken } from '#features/people/pending-signups.ts'
import { memberships } from '../schema.ts'
import { startSignup } from '#features/signup/start-signup.ts'
import { startSubscription } from '../checkout/start-subscription.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  const { stripe } = club.services.payments
  const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' })
  await stripe.promotionCodes.create({
    code: 'NOCARD',
    promotion: { type: 'coupon', coupon: coupon.id },
    metadata: { card_required: 'no' },
  })
})
afterAll(() => club.close())

/** The services on a line where a subscription is made, and all its events are here before its answer is. */
function onOvertakenLine(atThatMoment: () => Promise<void> = async () => {}) {
  return onLine(club, async (request, send) => {
    const answer = await send(request)
    const isMaking = request.method === 'POST' && new URL(request.url).pathname === '/v1/subscriptions'
    if (!isMaking) return answer
    await atThatMoment()
    await club.services.payments.sandbox!.control.webhooks.drained()
    return answer
  })
}

const signupOf = async (subscriptionId: string) => {
  const [signup] = await club.services.db
    .select()
    .from(pendingSignups)
    .where(eq(pendingSignups.subscriptionId, subscriptionId))
  return signup
}
const eventsWaiting = () =>
  club.services.db.select().from(webhookEvents).where(eq(webhookEvents.state, 'received'))

describe('events that arrive before the response', () => {
  it('wait for the saved signup and are handled [fault 2]', async () => {
    let token = ''
    const seen: unknown[] = []
    const services = onOvertakenLine(async () => {
      seen.push((await signupByToken(club.services.db, token))?.state)
    })
    const payment = await startSignup(services, newApplicant(), null, {
      remember: (given) => {
        token = given
      },
    })
    expect(seen).toEqual(['started'])
    expect(payment.clientSecret).toMatch(/^pi_/)
    await payWith(club.visitor(), club, payment.clientSecret!, cards.good)
    await expect.poll(async () => (await signupOf(payment.subscriptionId))?.state).toBe('completed')
    await expect.poll(eventsWaiting).toEqual([])
  })

  it('create the account of a free signup behind a closed tab [fault 2]', async () => {
    const applicant = newApplicant({ couponCode: 'NOCARD' })
    const payment = await startSignup(onOvertakenLine(), applicant, null)
    expect(payment).toMatchObject({ clientSecret: null, alreadyPaid: true })
    await expect.poll(async () => (await signupOf(payment.subscriptionId))?.state).toBe('completed')
    await expect.poll(eventsWaiting).toEqual([])
  })

  it.each([
    ['that costs nothing is completed', 'NOCARD', 'completed'],
    ['that is not paid can end', null, 'awaiting_payment'],
  ] as const)(
    'tell a signup of what was made when the server was killed before it knew: one %s [fault 9]',
    async (_, couponCode, state) => {
      const { webhooks } = club.services.payments.sandbox!.control
      webhooks.pause()
      const { subscriptionId } = await startSignup(club.services, newApplicant({ couponCode }), null)
      await club.services.db
        .update(pendingSignups)
        .set({ subscriptionId: null, invoiceId: null, paymentIntentId: null, state: 'started' })
        .where(eq(pendingSignups.subscriptionId, subscriptionId))
      webhooks.resume()
      await expect.poll(async () => (await signupOf(subscriptionId))?.state).toBe(state)
      await webhooks.drained()
      await expect.poll(eventsWaiting).toEqual([])
    },
  )

  it('leave one membership of a signed-in person [fault 2]', async () => {
    const { id } = club.people.newcomer
    const started = await startSubscription(onOvertakenLine(), id, { couponCode: null, termsAccepted: true })
    expect(started).toMatchObject({ status: 'requires_payment' })
    await payWith(club.visitor(), club, started.clientSecret!, cards.good)
    const mine = () => club.services.db.select().from(memberships).where(eq(memberships.personId, id))
    await expect
      .poll(mine)
      .toMatchObject([{ subscriptionId: started.subscriptionId, status: 'active', isCurrent: true }])
  })
})
