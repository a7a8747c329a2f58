import { expect, it } from 'vitest'

import { cardFields, dayMs, idOf, openShop, refusalOf, type Shop } from '#testing/shop.ts'

const hourMs = 3_600_000
const cashApp = { 'payment_method_data[type]': 'cashapp', return_url: 'http://shop.test/back' }

async function member(shop: Shop) {
  const made = await shop.subscribe()
  await shop.confirm(made.secret, cardFields('4242424242424242'))
  return { ...made, id: made.subscription.id }
}

/** Half an hour into the next month, when its invoice is a draft. */
async function toTheDraft(shop: Shop, id: string) {
  const { items } = await shop.stripe.subscriptions.retrieve(id)
  await shop.pass(items.data[0]!.current_period_end * 1000 + hourMs / 2 - shop.clock.ms)
  const [draft] = (await shop.stripe.invoices.list({ subscription: id })).data
  expect(draft).toMatchObject({ status: 'draft', auto_advance: true })
  return draft!.id
}

async function latestOf(shop: Shop, id: string) {
  return idOf((await shop.stripe.subscriptions.retrieve(id)).latest_invoice)
}

async function chargesOf(shop: Shop, customer: string) {
  return (await shop.stripe.charges.list({ customer })).data.length
}

it('finalizes and charges the draft of an ended subscription, unless collection is paused', async () => {
  const shop = await openShop()
  const [left, held] = [await member(shop), await member(shop)]
  const drafts = [await toTheDraft(shop, left.id), await latestOf(shop, held.id)]
  for (const { id } of [left, held]) await shop.stripe.subscriptions.cancel(id)
  expect(await shop.stripe.invoices.retrieve(drafts[0]!)).toMatchObject({
    status: 'draft',
    auto_advance: true,
  })
  const still = await shop.stripe.invoices.update(drafts[1]!, { auto_advance: false })
  expect(still).toMatchObject({ status: 'draft', auto_advance: false, automatically_finalizes_at: null })
  await shop.pass(2 * dayMs)
  expect((await shop.stripe.invoices.retrieve(drafts[0]!)).status).toBe('paid')
  expect((await shop.stripe.invoices.retrieve(drafts[1]!)).status).toBe('draft')
  expect([await chargesOf(shop, left.customer.id), await chargesOf(shop, held.customer.id)]).toEqual([2, 1])
  await shop.sandbox.close()
})

it('resumes collection of a draft and of an open invoice', async () => {
  const shop = await openShop()
  const { id, customer } = await member(shop)
  const draft = await toTheDraft(shop, id)
  await shop.stripe.invoices.update(draft, { auto_advance: false })
  await shop.pass(5 * hourMs)
  const noted = { description: 'The second month', metadata: { 'a.b': '1' } }
  expect(await shop.stripe.invoices.update(draft, { auto_advance: true, ...noted })).toMatchObject(noted)
  await shop.pass(hourMs)
  expect(await shop.stripe.invoices.retrieve(draft)).toMatchObject({ status: 'paid', ...noted })

  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await shop.stripe.subscriptions.update(id, { default_payment_method: bad.id })
  const next = await toTheDraft(shop, id)
  await shop.pass(hourMs)
  await shop.stripe.invoices.update(next, { auto_advance: false })
  await shop.pass(10 * dayMs)
  expect(await shop.stripe.invoices.retrieve(next)).toMatchObject({ status: 'open', attempt_count: 1 })
  await shop.stripe.invoices.update(next, { auto_advance: true })
  await shop.pass(hourMs)
  expect(await shop.stripe.invoices.retrieve(next)).toMatchObject({ status: 'open', attempt_count: 2 })

  const refused = await refusalOf(shop.stripe.invoices.update(draft, { auto_advance: false }))
  expect(refused).toMatchObject({ statusCode: 400, code: 'invoice_not_editable' })
  await shop.sandbox.close()
})

it('keeps retrying when a retry was due during a payment that then failed', async () => {
  const shop = await openShop()
  const { id, customer } = await member(shop)
  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await shop.stripe.subscriptions.update(id, { default_payment_method: bad.id })
  const invoice = await toTheDraft(shop, id)
  await shop.pass(hourMs)
  const open = await shop.stripe.invoices.retrieve(invoice, { expand: ['confirmation_secret'] })
  // The wallet is asked a minute before the next attempt, and declines after three minutes.
  await shop.pass(open.next_payment_attempt! * 1000 - 60_000 - shop.clock.ms)
  const { body } = await shop.confirm(open.confirmation_secret!.client_secret, cashApp)
  const page = body.next_action?.cashapp_handle_redirect_or_display_qr_code?.hosted_instructions_url
  await shop.press(page!, 'slowly_fail')
  await shop.pass(dayMs)
  const good = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await shop.stripe.subscriptions.update(id, { default_payment_method: good.id })
  await shop.pass(14 * dayMs)
  expect((await shop.stripe.invoices.retrieve(invoice)).status).toBe('paid')
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('active')
  await shop.sandbox.close()
})

it('keeps retrying after a manual payment of a draft was declined', async () => {
  const shop = await openShop()
  const { id, customer } = await member(shop)
  const invoice = await toTheDraft(shop, id)
  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await refusalOf(shop.stripe.invoices.pay(invoice, { payment_method: bad.id }))
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  await shop.pass(2 * dayMs)
  expect((await shop.stripe.invoices.retrieve(invoice)).status).toBe('paid')
  expect(await latestOf(shop, id)).toBe(invoice)
  await shop.sandbox.close()
})

it('charges the method that paid, where the subscription saves it as default', async () => {
  const shop = await openShop()
  for (const kept of ['on_subscription', 'off'] as const) {
    const types = ['card', 'cashapp'] as const
    const settings = { save_default_payment_method: kept, payment_method_types: [...types] }
    const { subscription, customer, secret } = await shop.subscribe({ payment_settings: settings })
    await shop.confirm(secret, cardFields('4242424242424242'))
    const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    })
    await shop.stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
    const bill = await toTheDraft(shop, subscription.id)
    await shop.pass(hourMs)
    const open = await shop.stripe.invoices.retrieve(bill, { expand: ['confirmation_secret'] })
    await shop.confirm(open.confirmation_secret!.client_secret, cardFields('5555555555554444'))
    const paid = await shop.stripe.subscriptions.retrieve(subscription.id, {
      expand: ['default_payment_method'],
    })
    const last4 = kept === 'off' ? '0341' : '4444'
    expect(paid).toMatchObject({ status: 'active', default_payment_method: { card: { last4 } } })
  }
  await shop.sandbox.close()
})
