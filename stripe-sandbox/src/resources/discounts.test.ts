import { expect, it } from 'vitest'

import { cardFields, dayMs, openShop, refusalOf, type Shop } from '#testing/shop.ts'

async function code(shop: Shop, coupon: { percent_off?: number; amount_off?: number }, more = {}) {
  const currency = coupon.amount_off ? { currency: 'usd' } : {}
  const made = await shop.stripe.coupons.create({ ...coupon, ...currency, duration: 'once' })
  const promotion = { type: 'coupon' as const, coupon: made.id }
  return await shop.stripe.promotionCodes.create({ promotion, code: 'WELCOME', ...more })
}

it.each([
  [{ percent_off: 25 }, 325, 974],
  [{ amount_off: 500 }, 500, 799],
])('takes %o off the first month alone, as the preview said', async (coupon, off, total) => {
  const shop = await openShop()
  await code(shop, coupon)
  const found = await shop.stripe.promotionCodes.list({
    code: 'welcome',
    active: true,
    limit: 1,
    expand: ['data.promotion.coupon'],
  })
  const promotion = found.data[0]!
  expect(promotion.promotion.coupon).toMatchObject({ valid: true, ...coupon })
  const preview = await shop.stripe.invoices.createPreview({
    subscription_details: { items: [{ price: shop.price.id }] },
    discounts: [{ promotion_code: promotion.id }],
  })
  expect(preview).toMatchObject({ subtotal: 1299, total, total_discount_amounts: [{ amount: off }] })

  const { secret, subscription, invoice } = await shop.subscribe({
    discounts: [{ promotion_code: promotion.id }],
  })
  expect(invoice).toMatchObject({ total, amount_due: total, subtotal: 1299 })
  const paid = await shop.confirm(secret, cardFields('4242424242424242'))
  expect(paid.body.amount).toBe(total)
  const upcoming = await shop.stripe.invoices.createPreview({ subscription: subscription.id })
  const { current_period_end } = subscription.items.data[0]!
  expect([upcoming.total, upcoming.lines.data[0]?.period.start]).toEqual([1299, current_period_end])
  await shop.pass(32 * dayMs)
  const { data } = await shop.stripe.invoices.list({ subscription: subscription.id })
  expect(data.map((each) => each.amount_paid)).toEqual([1299, total])
  await shop.sandbox.close()
})

it('starts at once when nothing is due, and saves a card by setup intent', async () => {
  const shop = await openShop()
  const free = await code(shop, { percent_off: 100 })
  const { subscription, invoice, customer } = await shop.subscribe({
    discounts: [{ promotion_code: free.id }],
  })
  expect(subscription.status).toBe('active')
  expect(invoice).toMatchObject({ status: 'paid', total: 0, confirmation_secret: null })
  expect((await shop.stripe.paymentIntents.list({ customer: customer.id })).data).toEqual([])
  const setup = subscription.pending_setup_intent
  if (typeof setup === 'string' || !setup) throw new Error('There is no set-up intent.')
  const saved = await shop.confirm(setup.client_secret ?? '', cardFields('4242424242424242'))
  expect(saved.body.status).toBe('succeeded')
  await shop.pass(32 * dayMs)
  const { data } = await shop.stripe.invoices.list({ subscription: subscription.id })
  expect(data.map((each) => [each.status, each.amount_paid])).toEqual([
    ['paid', 1299],
    ['paid', 0],
  ])
  await shop.sandbox.close()
})

it('carries an amount below the minimum over to the next invoice', async () => {
  const shop = await openShop()
  const nearly = await code(shop, { amount_off: 1260 })
  const { subscription, invoice, customer } = await shop.subscribe({
    discounts: [{ promotion_code: nearly.id }],
  })
  expect(subscription.status).toBe('active')
  expect(invoice).toMatchObject({
    status: 'paid',
    total: 39,
    amount_due: 0,
    amount_paid: 0,
    ending_balance: 39,
  })
  expect((await shop.stripe.paymentIntents.list({ customer: customer.id })).data).toEqual([])
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 39 })
  const setup = subscription.pending_setup_intent
  if (typeof setup === 'string' || !setup) throw new Error('There is no set-up intent.')
  await shop.confirm(setup.client_secret ?? '', cardFields('4242424242424242'))
  const upcoming = await shop.stripe.invoices.createPreview({
    customer: customer.id,
    subscription: subscription.id,
  })
  expect(upcoming).toMatchObject({ total: 1299, starting_balance: 39, amount_due: 1338 })
  await shop.pass(32 * dayMs)
  const { data } = await shop.stripe.invoices.list({ subscription: subscription.id, limit: 1 })
  expect(data[0]).toMatchObject({ total: 1299, amount_paid: 1338, starting_balance: 39, ending_balance: 0 })
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 })
  await shop.sandbox.close()
})

it('rejects a code that is used up, expired or for another customer', async () => {
  const shop = await openShop()
  const once = await code(shop, { percent_off: 25 }, { max_redemptions: 1 })
  const discounts = [{ promotion_code: once.id }]
  const { customer, secret } = await shop.subscribe({ discounts })
  const race = await refusalOf(shop.subscribe({ discounts }))
  expect(race).toMatchObject({ statusCode: 400, code: 'promotion_code_expired' })
  expect((await shop.stripe.promotionCodes.list({ code: 'WELCOME', active: true })).data).toEqual([])

  const expires_at = Math.floor(shop.clock.ms / 1000) + 60
  const brief = await code(shop, { percent_off: 25 }, { code: 'BRIEF', expires_at })
  await shop.pass(61_000)
  const late = await refusalOf(shop.subscribe({ discounts: [{ promotion_code: brief.id }] }))
  expect(late.code).toBe('promotion_code_expired')

  await shop.confirm(secret, cardFields('4242424242424242'))
  const newcomers = await code(
    shop,
    { percent_off: 25 },
    { code: 'NEW', restrictions: { first_time_transaction: true } },
  )
  const again = shop.stripe.invoices.createPreview({
    customer: customer.id,
    subscription_details: { items: [{ price: shop.price.id }] },
    discounts: [{ promotion_code: newcomers.id }],
  })
  expect((await refusalOf(again)).code).toBe('promotion_code_customer_not_first_time')
  await shop.sandbox.close()
})
