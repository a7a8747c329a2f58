import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { fingerprintOf } from './stored-responses.ts'
import { openSandbox } from '#sandbox.ts'
import { dayMs, inProcess, openShop, refusalOf } from '#testing/shop.ts'

const tip = { amount: 500, currency: 'usd', confirm: true, return_url: 'http://shop.test/tips' }

it('replays a decline for the same key, and charges again under another', async () => {
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

it('rejects a key with another request, and stores no rejected input', async () => {
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

it('answers 409 to a second request under a running key, and charges once', async () => {
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

it('drops the response but not the charge, and the retry finds it', async () => {
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

it('stores a failure before or after the effect, and advises against a retry', async () => {
  const shop = await openShop()
  const send = (idempotencyKey: string) => shop.stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
  const made = async () => (await shop.stripe.customers.list()).data.length
  for (const [when, effects] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    shop.sandbox.control.failNext({ path: '/v1/customers', method: 'POST', when, how: 500 })
    // The SDK would retry under the same key.
    const first = await refusalOf(send(when))
    expect(first).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    expect(first.headers?.['stripe-should-retry']).toBe('false')
    const again = await refusalOf(send(when))
    expect(again.statusCode).toBe(500)
    expect(again.headers?.['idempotent-replayed']).toBe('true')
    expect(await made()).toBe(effects)
  }
  await send('another')
  expect(await made()).toBe(2)
  await shop.sandbox.close()
})

it('stores refusals of started requests, not of unreadable ones', async () => {
  const shop = await openShop()
  const { id: payment_intent } = await shop.stripe.paymentIntents.create({
    ...tip,
    payment_method: 'pm_card_visa',
  })
  const refund = (amount: number) =>
    shop.stripe.refunds.create({ payment_intent, amount }, { idempotencyKey: 'refund:1' })
  expect((await refusalOf(refund(0))).code).toBe('parameter_invalid_integer')
  expect((await refusalOf(refund(501))).message).toContain('greater than')
  const again = await refusalOf(refund(501))
  expect(again.statusCode).toBe(400)
  expect(again.headers?.['idempotent-replayed']).toBe('true')
  expect((await refusalOf(refund(500))).type).toBe('StripeIdempotencyError')
  // The later refusal has not replaced the first response of the key.
  expect((await refusalOf(refund(501))).message).toContain('greater than')
  await shop.sandbox.close()
})

it('deletes a key after a day by the real clock or its own', async () => {
  const shop = await openShop()
  shop.clock.ms = Date.now() + 1000
  const send = () => shop.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'customer:3' })
  const first = await send()
  await shop.pass(dayMs - 60_000)
  expect((await send()).id).toBe(first.id)
  // Nothing becomes due in this time.
  shop.clock.ms += 120_000
  expect((await send()).id).not.toBe(first.id)
  await shop.sandbox.close()
})

it('charges once when two processes on its file get the same request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const file = join(folder, 'two.sqlite')
  const one = await openShop({ file })
  const other = await openSandbox({ file, publicUrl: () => 'http://shop.test/sandbox' })
  const key = { idempotencyKey: 'tip:3' }
  const input = { ...tip, payment_method: 'pm_card_visa' }
  const [paid, same] = await Promise.all([
    one.stripe.paymentIntents.create(input, key),
    inProcess(other).paymentIntents.create(input, key),
  ])
  expect(same.id).toBe(paid.id)
  expect((await one.stripe.charges.list()).data).toHaveLength(1)
  await other.close()
  await one.sandbox.close()
  rmSync(folder, { recursive: true })
})

it('leaves no trace of a card number in a key’s fingerprint', () => {
  for (const name of ['payment_method_data[card][number]', 'payment_method_data%5Bcard%5D%5Bnumber%5D'])
    expect(fingerprintOf('POST', '/v1/x', `a=1&${name}=4929000000006&b=2`)).toBe(
      fingerprintOf('POST', '/v1/x', `a=1&${name}=4242424242424242&b=2`),
    )
  expect(fingerprintOf('POST', '/v1/x', 'a=1')).not.toBe(fingerprintOf('POST', '/v1/x', 'a=2'))
})
