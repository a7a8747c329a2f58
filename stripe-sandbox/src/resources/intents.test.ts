import { expect, it } from 'vitest'

import { cardFields, dayMs, idOf, openShop, refusalOf } from '#testing/shop.ts'

it('rejects confirming a paid intent, and includes the intent in the error', async () => {
  const shop = await openShop()
  const { secret, customer } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  const again = await shop.confirm(secret, cardFields('4242424242424242'))
  expect(again).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } } },
  })
  expect((await shop.stripe.charges.list({ customer: customer.id })).data).toHaveLength(1)
  await shop.sandbox.close()
})

it('skips the challenge for a set-up card off session, but not on session', async () => {
  const shop = await openShop()
  const { secret, subscription } = await shop.subscribe()
  const { body } = await shop.confirm(secret, cardFields('4000002500003155'))
  await shop.press(body.next_action?.redirect_to_url?.url ?? '', 'complete')
  const { default_payment_method, customer } = await shop.stripe.subscriptions.retrieve(subscription.id)
  const tip = {
    amount: 500,
    currency: 'usd',
    customer: idOf(customer),
    payment_method: idOf(default_payment_method),
    confirm: true,
  }
  expect((await shop.stripe.paymentIntents.create({ ...tip, off_session: true })).status).toBe('succeeded')
  const asked = await shop.stripe.paymentIntents.create(tip)
  expect(asked.status).toBe('requires_action')
  expect((await shop.stripe.paymentIntents.cancel(asked.id)).status).toBe('canceled')
  await shop.pass(32 * dayMs)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.sandbox.close()
})

it('saves a card by setup intent after any challenge, or explains the failure', async () => {
  const shop = await openShop()
  const customer = await shop.stripe.customers.create({ name: 'Ada' })
  const setup = async (number: string) => {
    const intent = await shop.stripe.setupIntents.create({ customer: customer.id })
    return await shop.confirm(intent.client_secret ?? '', cardFields(number))
  }
  expect((await setup('4000000000000341')).body.status).toBe('succeeded')
  expect(await setup('4000000000009995')).toMatchObject({
    status: 402,
    body: {
      error: { decline_code: 'insufficient_funds', setup_intent: { status: 'requires_payment_method' } },
    },
  })
  const asked = await setup('4000002760003184')
  const back = await shop.press(asked.body.next_action?.redirect_to_url?.url ?? '', 'complete')
  expect(new URL(back.headers.get('location') ?? '').searchParams.get('setup_intent')).toMatch(/^seti_/)
  const { data } = await shop.stripe.paymentMethods.list({ customer: customer.id, type: 'card' })
  expect(data.map(({ card }) => card?.last4)).toEqual(['3184', '0341'])
  await shop.stripe.paymentMethods.detach(data[0]!.id)
  const gone = shop.stripe.paymentMethods.attach(data[0]!.id, { customer: customer.id })
  expect((await refusalOf(gone)).message).toContain('may not be used again')
  await shop.sandbox.close()
})

it('cancels an unpaid subscription with its invoice, and keeps a paid one’s invoices', async () => {
  const shop = await openShop()
  const unpaid = await shop.subscribe()
  await shop.stripe.subscriptions.cancel(unpaid.subscription.id)
  expect((await shop.stripe.invoices.retrieve(unpaid.invoice.id)).status).toBe('void')
  const dead = await shop.confirm(unpaid.secret, cardFields('4242424242424242'))
  expect(dead.body.error?.payment_intent?.status).toBe('canceled')

  const paid = await shop.subscribe()
  await shop.confirm(paid.secret, cardFields('4242424242424242'))
  const ended = await shop.stripe.subscriptions.cancel(paid.subscription.id)
  expect(ended).toMatchObject({ status: 'canceled', ended_at: Math.floor(shop.clock.ms / 1000) })
  expect((await shop.stripe.invoices.retrieve(paid.invoice.id)).status).toBe('paid')
  const { data } = await shop.stripe.subscriptions.list({ customer: paid.customer.id })
  expect(data).toEqual([])
  await shop.sandbox.close()
})

it('raises an early fraud warning for its test card', async () => {
  const shop = await openShop()
  const { secret, customer } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4000000000005423'))
  await shop.pass(120_000)
  const { data } = await shop.stripe.charges.list({ customer: customer.id })
  const warnings = await shop.stripe.radar.earlyFraudWarnings.list({ charge: data[0]!.id })
  expect(warnings.data).toMatchObject([{ actionable: true }])
  await shop.sandbox.close()
})
