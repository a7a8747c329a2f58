import { expect, it } from 'vitest'

import { departures } from '#facts/departures.ts'
import { cardFields, dayMs, openShop } from '#testing/shop.ts'

it('notices a field too many, one too few, a wrong type and a wrong null', () => {
  const refund = { object: 'refund', id: 1, amount: null, colour: 'green' }
  const found = departures(refund)
  expect(found).toContain('refund.id is number, not string')
  expect(found).toContain('refund.amount may not be null')
  expect(found).toContain('refund.colour is not known')
  expect(found).toContain('refund.currency is missing')
})

it('returns every object in the shape the SDK of its API version knows', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'forever' })
  const promotion = { type: 'coupon' as const, coupon: coupon.id }
  const code = await stripe.promotionCodes.create({ promotion, code: 'SHAPE' })
  const { secret, customer } = await shop.subscribe({ discounts: [{ promotion_code: code.id }] })
  await shop.confirm(secret, cardFields('4000000000000002'))
  await shop.confirm(secret, cardFields('4242424242424242'))
  const waiting = await shop.subscribe()
  await shop.confirm(waiting.secret, cardFields('4000002760003184'))
  const cash = await shop.subscribe()
  const { body } = await shop.confirm(cash.secret, { 'payment_method_data[type]': 'cashapp' })
  const page = body.next_action?.cashapp_handle_redirect_or_display_qr_code?.hosted_instructions_url
  await shop.press(page!, 'authorize')
  await stripe.setupIntents.create({ customer: customer.id, payment_method: 'pm_card_visa', confirm: true })
  const disputed = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    payment_method: 'pm_card_createDispute',
    confirm: true,
  })
  const { data: charges } = await stripe.charges.list({ customer: customer.id })
  await stripe.refunds.create({ charge: charges[0]!.id, amount: 100 })
  await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['invoice.paid'] })
  const features = { subscription_cancel: { enabled: true }, invoice_history: { enabled: true } }
  const portal = await stripe.billingPortal.configurations.create({ features })
  await shop.pass(40 * dayMs)

  // Past the SDK, which turns decimals into objects of its own.
  async function raw<T>(path: string, form?: Record<string, string>): Promise<T> {
    const headers = { authorization: `Bearer ${shop.sandbox.secretKey}` }
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    const response = await shop.sandbox.secret(new Request(`http://x${path}`, { headers, ...sent }))
    const answer: T = JSON.parse(await response.text())
    return answer
  }
  const preview = {
    'subscription_details[items][0][price]': shop.price.id,
    'discounts[0][coupon]': coupon.id,
  }
  const seen: object[] = [await raw('/v1/balance'), await raw('/v1/invoices/create_preview', preview)]
  const session = { customer: customer.id, configuration: portal.id }
  const [running] = (await stripe.subscriptions.list({ customer: customer.id })).data
  const flow = {
    'flow_data[type]': 'subscription_cancel',
    'flow_data[subscription_cancel][subscription]': running!.id,
    'flow_data[after_completion][type]': 'redirect',
    'flow_data[after_completion][redirect][return_url]': 'http://shop.test/back',
  }
  seen.push(await raw('/v1/billing_portal/sessions', session))
  seen.push(await raw('/v1/billing_portal/sessions?expand[]=configuration', { ...session, ...flow }))
  const lists = [
    '/v1/billing_portal/configurations',
    '/v1/customers',
    '/v1/products',
    '/v1/prices',
    '/v1/coupons',
    '/v1/promotion_codes',
    '/v1/subscriptions?expand[]=data.discounts',
    '/v1/invoices?expand[]=data.payments&expand[]=data.confirmation_secret&expand[]=data.discounts',
    '/v1/invoice_payments',
    '/v1/payment_intents',
    '/v1/setup_intents',
    '/v1/charges?expand[]=data.refunds',
    '/v1/balance_transactions',
    '/v1/refunds',
    `/v1/disputes?payment_intent=${disputed.id}`,
    '/v1/webhook_endpoints',
    `/v1/payment_methods?customer=${customer.id}`,
  ]
  for (const path of lists) {
    const list = await raw<{ data: object[] }>(path)
    expect({ path, some: list.data.length > 0 }).toEqual({ path, some: true })
    seen.push(...list.data)
  }
  expect(seen.flatMap((object) => departures(object))).toEqual([])
  await shop.sandbox.close()
})
