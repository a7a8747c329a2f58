import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeSignup } from '#features/signup/complete-signup.ts'
import { signupBySubscription } from '#features/people/pending-signups.ts'
import { sendTip } from '#features/tips/send-tip.ts'
import type { Services } from '#services.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { saveCard } from '#testing/saved-card.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

/** A server whose booking job gave up. */
const withoutBooking = (): Services => {
  const { jobs } = club.services
  return {
    ...club.services,
    jobs: {
      ...jobs,
      enqueue: async (tx, queue, data) =>
        queue === 'book-payment' ? undefined : jobs.enqueue(tx, queue, data),
    },
  }
}

const kindsOf = async (personId: string) =>
  (await club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.personId, personId))).map(
    ({ kind }) => kind,
  )

/** The provider settles the only payment of a customer. */
async function settle(customer: string) {
  const { stripe, inbox, webhookSecrets } = club.services.payments
  const { data } = await stripe.charges.list({ customer })
  const payload = JSON.stringify({
    id: `evt_${customer}`,
    object: 'event',
    created: Math.floor(club.clock.now().getTime() / 1000),
    livemode: false,
    type: 'charge.updated',
    data: { object: data[0] },
  })
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecrets[0]! })
  await inbox.receive(Buffer.from(payload), signature)
}

describe('a payment whose booking gave up', () => {
  it('is booked once the provider settles a membership payment', async () => {
    const visitor = club.visitor()
    const { clientSecret, subscriptionId } = await signUp(visitor, newApplicant())
    await payWith(visitor, club, clientSecret!, cards.good)
    const signup = await signupBySubscription(club.services.db, subscriptionId)
    const made = await completeSignup(withoutBooking(), signup!.id)
    const personId = made.outcome === 'completed' ? made.personId : ''
    expect(await kindsOf(personId)).toEqual([])
    await settle(signup!.customerId!)
    await expect.poll(() => kindsOf(personId)).toEqual(['subscription'])
  })

  it('is booked once the provider settles a tip', async () => {
    const { member } = club.people
    const { customerId } = await saveCard(club, member, 'visa')
    const sender = { id: member.id, stripeCustomerId: customerId }
    const { tip } = await sendTip(withoutBooking(), { sender, amount: 5 })
    expect([tip.status, await kindsOf(member.id)]).toEqual(['completed', []])
    await settle(customerId)
    await expect.poll(() => kindsOf(member.id)).toEqual(['tip'])
  })
})
