import { expect, it } from 'vitest'

import { inProcess, openShop, refusalOf } from '#testing/shop.ts'

const tip = { amount: 500, currency: 'usd', confirm: true, return_url: 'http://shop.test/tips' }

it('replays a decline for the same key, and charges again only under another', async () => {
  const shop = await openShop()
  const declining = { ...tip, payment_method: 'pm_card_chargeDeclined' }
  const first = await refusalOf(shop.stripe.paymentIntents.create(declining, { idempotencyKey: 'tip:1' }))
  const second = await refusalOf(shop.stripe.paymentIntents.create(declining, { idempotencyKey: 'tip:1' }))
  expect(second).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
  expect(second.headers?.['idempotent-replayed']).toBe('true')
  expect((await shop.stripe.charges.list()).data).toHaveLength(1)
  await refusalOf(shop.stripe.paymentIntents.create(declining, { idempotencyKey: 'tip:1:again' }))
  expect((await shop.stripe.charges.list()).data).toHaveLength(2)
  await shop.sandbox.close()
})

it('refuses a key for another request, and does not keep refused input', async () => {
  const shop = await openShop()
  const key = { idempotencyKey: 'customer:1' }
  const wrong = await refusalOf(shop.stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, key))
  expect(wrong).toMatchObject({ statusCode: 400, code: 'amount_too_small' })
  const made = await shop.stripe.customers.create({ name: 'Ada' }, key)
  expect((await shop.stripe.customers.create({ name: 'Ada' }, key)).id).toBe(made.id)
  const other = await refusalOf(shop.stripe.customers.create({ name: 'Bea' }, key))
  expect(other.type).toBe('StripeIdempotencyError')
  await shop.sandbox.close()
})

it('tells a second request under a running key to wait, and charges once', async () => {
  const shop = await openShop()
  const once = inProcess(shop.sandbox, { maxNetworkRetries: 0 })
  const send = () =>
    once.paymentIntents.create({ ...tip, payment_method: 'pm_card_visa' }, { idempotencyKey: 'tip:2' })
  const results = await Promise.allSettled([send(), send()])
  const refused = results.find((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  await send()
  expect((await shop.stripe.charges.list()).data).toHaveLength(1)
  await shop.sandbox.close()
})

it('loses the answer but not the charge when told to, and the retry finds it', async () => {
  const shop = await openShop()
  shop.sandbox.control.failNext({ method: 'POST', path: '/v1/payment_intents', when: 'after', how: 'reset' })
  const paid = await shop.stripe.paymentIntents.create({ ...tip, payment_method: 'pm_card_visa' })
  expect(paid.status).toBe('succeeded')
  expect((await shop.stripe.charges.list()).data).toHaveLength(1)

  const impatient = inProcess(shop.sandbox, { maxNetworkRetries: 0, timeout: 300 })
  shop.sandbox.control.failNext({ path: '/v1/payment_intents', when: 'after', how: 'hang' })
  const lost = await refusalOf(impatient.paymentIntents.create({ ...tip, payment_method: 'pm_card_visa' }))
  expect(lost.type).toBe('StripeConnectionError')
  expect((await shop.stripe.charges.list()).data).toHaveLength(2)
  await shop.sandbox.close()
})

it('fails before the effect without one, and replays a failure that came after it', async () => {
  const shop = await openShop()
  const once = inProcess(shop.sandbox, { maxNetworkRetries: 0 })
  const send = () => once.customers.create({ name: 'Ada' }, { idempotencyKey: 'customer:2' })
  shop.sandbox.control.failNext({ path: '/v1/customers', when: 'before', how: 500 })
  expect((await refusalOf(send())).type).toBe('StripeAPIError')
  expect((await shop.stripe.customers.list()).data).toEqual([])
  shop.sandbox.control.failNext({ path: '/v1/customers', when: 'after', how: 500 })
  expect((await refusalOf(send())).statusCode).toBe(500)
  expect((await refusalOf(send())).headers?.['idempotent-replayed']).toBe('true')
  expect((await shop.stripe.customers.list()).data).toHaveLength(1)
  await shop.sandbox.close()
})
