import { everything } from '#testing/everything.ts'
import { cardFields, dayMs, idOf, openShop, refusalOf, type Shop } from '#testing/shop.ts'

const cashApp = { 'payment_method_data[type]': 'cashapp', return_url: 'http://shop.test/back' }
const tip = { amount: 500, currency: 'usd', confirm: true, return_url: 'http://shop.test/tips' }

async function tipped(shop: Shop, name: string) {
  return await shop.stripe.paymentIntents.create({ ...tip, payment_method: `pm_card_${name}` })
}

/** Signups, declines, slow wallets, pending payments and unpaid ones. */
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
  const nearly = await stripe.coupons.create({ amount_off: 1260, currency: 'usd', duration: 'once' })
  await shop.subscribe({ discounts: [{ coupon: nearly.id }] })
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
  shop.sandbox.control.renewCard(method.id)
  await stripe.paymentMethods.detach(method.id)
  await stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method: 'pm_card_visa' })
  const given = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await stripe.paymentIntents.cancel(given.id, { cancellation_reason: 'abandoned' })
}

/** Refunds and disputes of every kind. */
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
  const asked = []
  for (let nth = 0; nth < 3; nth += 1)
    asked.push(control.dispute((await tipped(shop, 'visa')).id, 'general', true).id)
  await stripe.disputes.close(asked[0]!)
  await stripe.disputes.update(asked[1]!, { evidence: { uncategorized_text: 'Sent.' }, submit: true })
  control.takeServiceFee(1000)
  const { latest_charge: late } = await tipped(shop, 'visa')
  control.bankDebits(false)
  await stripe.refunds.create({ charge: idOf(late) })
  control.bankDebits(true)
}

/** A member whose card fails: one invoice is marked uncollectible, one voided, one paid late. */
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

/** Transfers money to an account, reverses part of it, and makes two payouts to the bank, one of which fails. */
async function passOn(shop: Shop): Promise<void> {
  const { stripe } = shop
  const { control } = shop.sandbox
  const { id: destination } = await stripe.accounts.create({
    email: 'sam@example.org',
    capabilities: { transfers: { requested: true } },
  })
  await tipped(shop, 'bypassPending')
  const input = { amount: 200, currency: 'usd', destination, transfer_group: 'month_1' }
  const { id } = await stripe.transfers.create({ ...input, metadata: { month: '1' } })
  await stripe.transfers.createReversal(id, { amount: 50, description: 'Too much' })
  control.payOutToBank({ amount: 100 })
  control.payOutToBank({ fails: true })
  await shop.pass(2 * dayMs)
  control.payOutToBank()
  await shop.pass(2 * dayMs)
}

/** Customers cancel and save another card in the portal, with and without a flow. */
async function visitPortal(shop: Shop): Promise<void> {
  const { configurations, sessions } = shop.stripe.billingPortal
  const { subscription, customer, secret } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  const { id: configuration } = await configurations.create({
    business_profile: { headline: 'The club' },
    features: { subscription_cancel: { enabled: true } },
    metadata: { app: 'shop' },
  })
  const features = { payment_method_update: { enabled: true }, invoice_history: { enabled: true } }
  await configurations.update(configuration, { features, default_return_url: 'http://shop.test/' })
  await configurations.update((await configurations.create({ features })).id, { active: false })
  const after_completion = { type: 'hosted_confirmation' as const }
  const opened = { customer: customer.id, configuration }
  await sessions.create({
    ...opened,
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription: subscription.id },
      after_completion,
    },
  })
  await sessions.create({ ...opened, flow_data: { type: 'payment_method_update' } })
  const path = new URL((await sessions.create(opened)).url).pathname.replace('/sandbox', '')
  const page = await (await shop.browser(`${path}/payment-method`)).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const card = { number: '5555555555554444', expiry: '12 / 34', cvc: '123' }
  const forms = { 'payment-method': card, cancel: { subscription: subscription.id } }
  for (const [task, form] of Object.entries(forms)) {
    const { status } = await shop.browser(`${path}/${task}`, { csrf, ...form })
    if (status !== 303) throw new Error(`The portal answered ${status} to ${task}.`)
  }
}

async function rehearse(shop: Shop): Promise<void> {
  const { testClocks } = shop.stripe.testHelpers
  const clock = await testClocks.create({ frozen_time: Math.floor(shop.clock.ms / 1000) })
  await testClocks.advance(clock.id, { frozen_time: clock.frozen_time + 86_400 })
}

async function seenNow(shop: Shop): Promise<object[]> {
  await rehearse(shop)
  return await everything(shop)
}

/** Returns every object as serialized: past the SDK, which converts decimals to its own type. */
export async function simulateRichYear(): Promise<object[]> {
  const shop = await openShop()
  const endpoint = { url: 'http://127.0.0.1:9/', enabled_events: ['payout.paid' as const] }
  await shop.stripe.webhookEndpoints.create(endpoint)
  const { id } = await shop.stripe.webhookEndpoints.create(endpoint)
  await shop.stripe.webhookEndpoints.update(id, { disabled: true })
  await passOn(shop)
  await join(shop)
  await saveCards(shop)
  await takeBack(shop)
  await visitPortal(shop)
  await shop.pass(dayMs)
  // Collected repeatedly, before old events are deleted.
  const seen = await seenNow(shop)
  await fallBehind(shop)
  const late = await shop.subscribe()
  await shop.confirm(late.secret, cardFields('4242424242424242'))
  const { subscription, secret } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  seen.push(...(await seenNow(shop)))
  await shop.pass(330 * dayMs)
  await tipped(shop, 'visa')
  await shop.subscribe()
  await rehearse(shop)
  seen.push(...(await seenNow(shop)))
  await shop.sandbox.close()
  return seen
}
