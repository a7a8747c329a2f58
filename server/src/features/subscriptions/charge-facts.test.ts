import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { readSubscription } from './reading.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

it('sees the refund of a month behind a hundred tips', async () => {
  const { user, subscriptionId } = await join(club)
  const { payments } = club.services
  const customer = user.stripeCustomerId!
  const card = await payments.stripe.paymentMethods.attach('pm_card_visa', { customer })
  const [month] = (await payments.stripe.charges.list({ customer })).data
  for (let tip = 0; tip < 100; tip += 1) {
    club.clock.advance(1000)
    await payments.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer,
      payment_method: card.id,
      confirm: true,
      off_session: true,
    })
  }
  await payments.stripe.refunds.create({ charge: month!.id })
  expect(await readSubscription(payments, subscriptionId)).toMatchObject({
    revocation: 'refunded',
    paid: [{ refundedCents: 1299, paidWith: { last4: '4242' } }],
  })
})
