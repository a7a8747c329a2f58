import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { cardFields, idOf, openShop, refusalOf } from '#testing/shop.ts'

it.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
  ['4000000000000341', 'card_declined', 'generic_decline'],
])('declines %s with %s, and then accepts a valid card on the same intent', async (number, code, reason) => {
  const shop = await openShop()
  const { secret, subscription } = await shop.subscribe()
  const declined = await shop.confirm(secret, cardFields(number))
  expect(declined.status).toBe(402)
  expect(declined.body.error).toMatchObject({ type: 'card_error', code, decline_code: reason })
  expect(declined.body.error?.payment_intent).toMatchObject({ status: 'requires_payment_method' })
  expect(declined.body.error?.payment_method?.card?.last4).toBe(number.slice(-4))
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  const good = await shop.confirm(secret, cardFields('5555555555554444'))
  expect(good.body.status).toBe('succeeded')
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.sandbox.close()
})

it.each([
  ['number', { 'payment_method_data[card][number]': '4242424242424241' }, 'incorrect_number'],
  ['month', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
  ['year', { 'payment_method_data[card][exp_year]': '2025' }, 'invalid_expiry_year'],
  [
    'past month',
    { 'payment_method_data[card][exp_year]': '26', 'payment_method_data[card][exp_month]': '10' },
    'invalid_expiry_month',
  ],
  ['code', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
])('refuses a wrong %s without trying to charge', async (_, wrong, code) => {
  const shop = await openShop()
  const { secret, customer } = await shop.subscribe()
  const refused = await shop.confirm(secret, cardFields('4242424242424242', wrong))
  expect(refused).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } })
  expect((await shop.stripe.charges.list({ customer: customer.id })).data).toEqual([])
  await shop.sandbox.close()
})

it('rejects a real card number and leaves no trace of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const shop = await openShop({ file: join(folder, 'state.sqlite') })
  const { secret } = await shop.subscribe()
  // Passes the check digit, but is no test card.
  const number = '4539578763621486'
  const refused = await shop.confirm(secret, cardFields(number, { 'payment_method_data[card][cvc]': '907' }))
  expect(refused.body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
  await shop.confirm(secret, cardFields('4242424242424242'))
  await shop.sandbox.close()
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  expect(kept.join()).toContain('pm_')
  expect(kept.join()).not.toContain(number)
  expect(kept.join()).not.toContain('4242424242424242')
  rmSync(folder, { recursive: true })
})

it('charges a saved card on and off session, with challenges where needed', async () => {
  const shop = await openShop()
  const { secret, customer, subscription } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  const { default_payment_method } = await shop.stripe.subscriptions.retrieve(subscription.id)
  const tip = {
    amount: 500,
    currency: 'usd',
    customer: customer.id,
    confirm: true,
    allowed_payment_method_types: ['card' as const, 'cashapp' as const],
    return_url: 'http://shop.test/tips',
  }
  const paid = await shop.stripe.paymentIntents.create({
    ...tip,
    payment_method: idOf(default_payment_method),
    expand: ['latest_charge.balance_transaction'],
  })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500 })
  expect(paid.latest_charge).toMatchObject({
    balance_transaction: { amount: 500, fee: 45, net: 455, type: 'charge' },
  })

  const asks = await shop.stripe.paymentIntents.create({
    ...tip,
    payment_method: 'pm_card_authenticationRequired',
  })
  expect(asks.status).toBe('requires_action')
  const away = await refusalOf(
    shop.stripe.paymentIntents.create({
      ...tip,
      off_session: true,
      payment_method: 'pm_card_authenticationRequired',
    }),
  )
  expect(away).toMatchObject({ statusCode: 402, code: 'authentication_required' })
  expect(away.payment_intent?.client_secret).toContain('_secret_')
  const old = { ...tip, payment_method_types: ['card'] }
  expect((await refusalOf(shop.stripe.paymentIntents.create(old))).code).toBe(
    'payment_method_types_no_longer_supported',
  )
  await shop.sandbox.close()
})
