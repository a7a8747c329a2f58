import { expect, it } from 'vitest'

import { cardFields, dayMs, idOf, openShop, refusalOf, type Shop } from '#testing/shop.ts'

/** A member from 21 November 2026 whose card is valid through January. */
async function memberUntilJanuary(shop: Shop, number = '4242424242424242') {
  const made = await shop.subscribe()
  const dates = {
    'payment_method_data[card][exp_month]': '1',
    'payment_method_data[card][exp_year]': '2027',
  }
  const { body } = await shop.confirm(made.secret, cardFields(number, dates))
  return { ...made, id: made.subscription.id, method: idOf(body.payment_method) }
}

async function to(shop: Shop, day: string) {
  await shop.pass(Date.parse(day) - shop.clock.ms)
}

const statusOf = async (shop: Shop, id: string) => (await shop.stripe.subscriptions.retrieve(id)).status

it('charges a card through its last month and then declines it as expired', async () => {
  const shop = await openShop()
  const { id, customer, method } = await memberUntilJanuary(shop)
  await to(shop, '2027-01-31T23:59:59Z')
  const tip = {
    amount: 500,
    currency: 'usd',
    customer: customer.id,
    payment_method: method,
    confirm: true,
    return_url: 'http://shop.test/tips',
  }
  expect((await shop.stripe.paymentIntents.create(tip)).status).toBe('succeeded')
  await to(shop, '2027-02-01T00:00:00Z')
  expect(await refusalOf(shop.stripe.paymentIntents.create(tip))).toMatchObject({
    code: 'expired_card',
    decline_code: 'expired_card',
  })
  const again = shop.stripe.setupIntents.create({
    customer: customer.id,
    payment_method: method,
    confirm: true,
  })
  expect((await refusalOf(again)).code).toBe('expired_card')
  expect(await statusOf(shop, id)).toBe('active')
  await to(shop, '2027-02-22T00:00:00Z')
  expect(await statusOf(shop, id)).toBe('past_due')
  await shop.sandbox.close()
})

it('keeps charging a card that the network has renewed', async () => {
  const shop = await openShop()
  const { id, method } = await memberUntilJanuary(shop)
  await to(shop, '2027-01-25T00:00:00Z')
  shop.sandbox.control.renewCard(method)
  await to(shop, '2027-02-22T00:00:00Z')
  expect(await statusOf(shop, id)).toBe('active')
  expect((await shop.stripe.paymentMethods.retrieve(method)).card?.exp_year).toBe(2031)
  const { data } = await shop.stripe.events.list({ type: 'payment_method.automatically_updated' })
  expect(data[0]?.data).toMatchObject({
    object: { id: method },
    previous_attributes: { card: { exp_year: 2027 } },
  })
  await shop.sandbox.close()
})

it('uses a test clock’s time for its customers', async () => {
  const shop = await openShop()
  const { testClocks } = shop.stripe.testHelpers
  const clock = await testClocks.create({ frozen_time: Math.floor(shop.clock.ms / 1000) })
  const customer = await shop.stripe.customers.create({ test_clock: clock.id })
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  // In steps of two years, past the five years that such a card is valid.
  let at = clock.frozen_time
  for (let step = 0; step < 4; step += 1) {
    at += 2 * 360 * (dayMs / 1000)
    await testClocks.advance(clock.id, { frozen_time: at })
    await expect.poll(async () => (await testClocks.retrieve(clock.id)).status).toBe('ready')
  }
  const tip = { amount: 500, currency: 'usd', customer: customer.id, confirm: true, off_session: true }
  const late = await refusalOf(shop.stripe.paymentIntents.create({ ...tip, payment_method: method.id }))
  expect(late.code).toBe('expired_card')
  await shop.sandbox.close()
})
