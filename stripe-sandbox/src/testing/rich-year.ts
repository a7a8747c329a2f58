import { cardFields, dayMs, idOf, openShop, refusalOf, type Shop } from '#testing/shop.ts'

const cashApp = { 'payment_method_data[type]': 'cashapp', return_url: 'http://shop.test/back' }
const tip = { amount: 500, currency: 'usd', confirm: true, return_url: 'http://shop.test/tips' }

async function tipped(shop: Shop, name: string) {
  return await shop.stripe.paymentIntents.create({ ...tip, payment_method: `pm_card_${name}` })
}

/** Joins, declines, slow wallets, what is left waiting, and what is never paid. */
async function join(shop: Shop): Promise<void> {
  const { stripe } = shop
  const coupon = await stripe.coupons.create({
    percent_off: 25,
    duration: 'forever',
    metadata: { for: 'all' },
  })
  const free = await stripe.coupons.create({ percent_off: 100, duration: 'once' })
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'SHAPE',
    max_redemptions: 1,
  })
  const first = await shop.subscribe({ discounts: [{ promotion_code: code.id }] })
  await shop.confirm(first.secret, cardFields('4000000000000002'))
  await shop.confirm(first.secret, cardFields('4242424242424242'))
  const waiting = await shop.subscribe()
  await shop.confirm(waiting.secret, cardFields('4000002760003184'))
  const slow = await shop.subscribe()
  const { body } = await shop.confirm(slow.secret, cashApp)
  const page = body.next_action?.cashapp_handle_redirect_or_display_qr_code?.hosted_instructions_url
  await shop.press(page!, 'slowly')
  const gift = await stripe.customers.create({ name: 'Bea', address: { city: 'Oslo', country: 'NO' } })
  await stripe.subscriptions.create({
    customer: gift.id,
    items: [{ price: shop.price.id }],
    payment_behavior: 'default_incomplete',
    discounts: [{ coupon: free.id }],
  })
  await stripe.customers.update(gift.id, { address: '', name: 'Beatrice' })
  await stripe.products.update(idOf(shop.price.product), { description: 'Everything' })
}

async function saveCards(shop: Shop): Promise<void> {
  const { stripe } = shop
  const { id: customer } = await stripe.customers.create({ email: 'cards@example.org' })
  await stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa', confirm: true })
  await stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa' })
  const left = await stripe.setupIntents.create({ customer })
  await stripe.setupIntents.cancel(left.id)
  const asked = { payment_method: 'pm_card_authenticationRequired', return_url: 'http://shop.test/back' }
  await stripe.setupIntents.create({ customer, ...asked, confirm: true })
  await refusalOf(
    stripe.setupIntents.create({ customer, payment_method: 'pm_card_chargeDeclined', confirm: true }),
  )
  const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  await stripe.paymentMethods.detach(method.id)
  await stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method: 'pm_card_visa' })
  const given = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await stripe.paymentIntents.cancel(given.id, { cancellation_reason: 'abandoned' })
}

/** Payments that come back in each way they can. */
async function takeBack(shop: Shop): Promise<void> {
  const { stripe } = shop
  const { control } = shop.sandbox
  for (const name of ['pendingRefund', 'refundFail', 'visa']) {
    const { latest_charge: charge } = await tipped(shop, name)
    await stripe.refunds.create({ charge: idOf(charge), amount: 100 })
  }
  await tipped(shop, 'createIssuerFraudRecord')
  await tipped(shop, 'createDispute')
  for (const word of ['winning_evidence', 'losing_evidence']) {
    const { id } = control.dispute((await tipped(shop, 'visa')).id, 'general')
    await stripe.disputes.update(id, { evidence: { uncategorized_text: word }, submit: true })
  }
}

/** A member whose card goes bad: one invoice is given up, one void, one paid late. */
async function fallBehind(shop: Shop): Promise<void> {
  const { stripe } = shop
  const { secret, subscription } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  const { default_payment_method: card } = await stripe.subscriptions.retrieve(subscription.id)
  shop.sandbox.control.changeCard(idOf(card), '4000000000000341')
  await shop.pass(31 * dayMs)
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription.id)
  await stripe.invoices.markUncollectible(idOf(latest_invoice))
  const { customer } = await shop.subscribe()
  await shop.pass(5 * dayMs)
  await stripe.customers.del(customer.id)
}

async function rehearse(shop: Shop): Promise<void> {
  const { testClocks } = shop.stripe.testHelpers
  const clock = await testClocks.create({ frozen_time: Math.floor(shop.clock.ms / 1000) })
  await testClocks.advance(clock.id, { frozen_time: clock.frozen_time + 86_400 })
}

/**
 * Lives through everything the sandbox can do and gives every object it then holds and every event it told, as they
 * travel: past the SDK, which turns decimals into objects of its own.
 */
export async function liveRichYear(): Promise<object[]> {
  const shop = await openShop()
  const endpoint = { url: 'http://127.0.0.1:9/', enabled_events: ['payout.paid' as const] }
  await shop.stripe.webhookEndpoints.create(endpoint)
  const { id } = await shop.stripe.webhookEndpoints.create(endpoint)
  await shop.stripe.webhookEndpoints.update(id, { disabled: true })
  await join(shop)
  await saveCards(shop)
  await takeBack(shop)
  await shop.pass(dayMs)
  // Now and again, before the events of these weeks are forgotten.
  const seen = await everything(shop)
  await fallBehind(shop)
  const late = await shop.subscribe()
  await shop.confirm(late.secret, cardFields('4242424242424242'))
  const { subscription, secret } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  seen.push(...(await everything(shop)))
  await shop.pass(330 * dayMs)
  await tipped(shop, 'visa')
  await shop.subscribe()
  await rehearse(shop)
  seen.push(...(await everything(shop)))
  await shop.sandbox.close()
  return seen
}

const preview = 'subscription_details[items][0][price]'

async function everything(shop: Shop): Promise<object[]> {
  await rehearse(shop)
  const headers = { authorization: `Bearer ${shop.sandbox.secretKey}` }
  async function raw<T>(path: string, form?: Record<string, string>): Promise<T> {
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    const response = await shop.sandbox.secret(new Request(`http://x${path}`, { headers, ...sent }))
    const answer: T = JSON.parse(await response.text())
    return answer
  }
  const seen: object[] = [
    await raw('/v1/balance'),
    await raw('/v1/invoices/create_preview', { [preview]: shop.price.id }),
  ]
  async function all(path: string): Promise<{ id: string }[]> {
    const found: { id: string }[] = []
    for (;;) {
      const after = found.length > 0 ? `&starting_after=${found.at(-1)!.id}` : ''
      const page = await raw<{ data: { id: string }[]; has_more: boolean }>(`${path}&limit=100${after}`)
      found.push(...page.data)
      if (!page.has_more) break
    }
    if (found.length === 0) throw new Error(`There is nothing at ${path} to look at.`)
    seen.push(...found)
    return found
  }
  const lists = [
    '/v1/products?',
    '/v1/prices?',
    '/v1/coupons?',
    '/v1/promotion_codes?',
    '/v1/subscriptions?status=all&expand[]=data.discounts&expand[]=data.pending_setup_intent',
    '/v1/invoices?expand[]=data.payments&expand[]=data.confirmation_secret&expand[]=data.discounts',
    '/v1/invoice_payments?',
    '/v1/payment_intents?expand[]=data.latest_charge.balance_transaction&expand[]=data.payment_method',
    '/v1/setup_intents?',
    '/v1/charges?expand[]=data.refunds',
    '/v1/balance_transactions?expand[]=data.source',
    '/v1/refunds?',
    '/v1/disputes?',
    '/v1/radar/early_fraud_warnings?',
    '/v1/webhook_endpoints?',
    '/v1/test_helpers/test_clocks?',
    '/v1/events?',
  ]
  for (const path of lists) await all(path)
  const customers = await all('/v1/customers?expand[]=data.subscriptions')
  for (const { id } of customers) {
    const page = await raw<{ data: object[] }>(`/v1/payment_methods?customer=${id}`)
    seen.push(...page.data)
  }
  return seen
}
