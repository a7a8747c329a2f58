import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { fetchCharges } from './charge-snapshot.ts'
import { fetchSubscription } from './subscription-snapshot.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

it('pages until every charge is found', async () => {
  const asked: string[] = []
  const made = Array.from({ length: 250 }, (_, index) => ({
    id: `ch_${index}`,
    payment_intent: `pi_${index}`,
    status: 'succeeded',
    amount_refunded: index,
    payment_method_details: null,
  }))
  const { payments } = onLine(club, async (request) => {
    const { searchParams } = new URL(request.url)
    asked.push(searchParams.toString())
    const from = made.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1
    const data = made.slice(from, from + 100)
    return Response.json({ object: 'list', data, has_more: from + 100 < made.length, url: '/v1/charges' })
  })
  const wanted = [5, 120, 150, 180, 199].map((index) => `pi_${index}`)
  const facts = await fetchCharges(payments, 'cus_of_many_months', wanted)
  expect(wanted.map((id) => facts.get(id)?.refundedCents)).toEqual([5, 120, 150, 180, 199])
  expect(asked).toHaveLength(2)
})

it('finds the refund of a month behind a hundred tips', async () => {
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
  expect(await fetchSubscription(payments, subscriptionId)).toMatchObject({
    revocation: 'refunded',
    paid: [{ refundedCents: 1299, paidWith: { last4: '4242' } }],
  })
})
