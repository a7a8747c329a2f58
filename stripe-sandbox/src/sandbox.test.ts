import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Stripe } from 'stripe'
import { expect, it } from 'vitest'

import { cardFields, dayMs, expandedInvoice, inProcess, openShop, refusalOf } from '#testing/shop.ts'

it('takes a subscription from its first payment through a renewal to its end', async () => {
  const shop = await openShop()
  const { subscription, invoice, secret, customer } = await shop.subscribe({ metadata: { app: 'x' } })
  expect(subscription.status).toBe('incomplete')
  expect(invoice).toMatchObject({ status: 'open', total: 1299, billing_reason: 'subscription_create' })
  expect(invoice.parent?.subscription_details).toEqual({
    subscription: subscription.id,
    metadata: { app: 'x' },
  })

  const paid = await shop.confirm(secret, cardFields('4242424242424242'))
  expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  const running = await shop.stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments'],
  })
  expect(running.status).toBe('active')
  expect(running.default_payment_method).toMatch(/^pm_/)
  const payment = expandedInvoice(running).payments?.data[0]
  expect(payment).toMatchObject({ status: 'paid', amount_paid: 1299 })

  const { current_period_end } = running.items.data[0]!
  await shop.pass(current_period_end * 1000 - shop.clock.ms)
  const rolled = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(rolled.items.data[0]!.current_period_start).toBe(current_period_end)
  expect(expandedInvoice(rolled)).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' })
  await shop.pass(3_600_000)
  const { data: invoices } = await shop.stripe.invoices.list({ customer: customer.id, status: 'paid' })
  expect(invoices.map((each) => each.amount_paid)).toEqual([1299, 1299])
  expect(invoices[0]!.lines.data[0]!.period.start).toBe(current_period_end)

  const ending = await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(ending).toMatchObject({ status: 'active', cancel_at: ending.items.data[0]!.current_period_end })
  await shop.pass(40 * dayMs)
  const ended = await shop.stripe.subscriptions.retrieve(subscription.id)
  expect(ended).toMatchObject({ status: 'canceled', ended_at: ending.cancel_at })
  expect((await refusalOf(shop.stripe.subscriptions.cancel(subscription.id))).code).toBe('resource_missing')
  await shop.sandbox.close()
})

it('keeps its state, keys and undelivered webhooks across a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const file = join(folder, 'state.sqlite')
  const first = await openShop({ file })
  first.sandbox.control.webhooks.pause()
  await first.stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/none', enabled_events: ['*'] })
  const { subscription, secret } = await first.subscribe()
  await first.confirm(secret, cardFields('4242424242424242'))
  await first.sandbox.close()
  expect((statSync(file).mode & 0o077).toString(8)).toBe('0')

  const second = await openShop({ file })
  expect(second.sandbox.secretKey).toBe(first.sandbox.secretKey)
  expect((await second.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  const waiting = await second.stripe.events.list({ delivery_success: false, types: ['invoice.paid'] })
  expect(waiting.data).toHaveLength(1)
  await second.pass(32 * dayMs)
  const { data } = await second.stripe.invoices.list({ subscription: subscription.id, status: 'paid' })
  expect(data).toHaveLength(2)
  await second.sandbox.close()
  rmSync(folder, { recursive: true })
})

it('answers only on loopback and only with the secret key', async () => {
  const shop = await openShop()
  const { port, host } = await shop.sandbox.listen()
  const where = { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 } as const
  const customer = await new Stripe(shop.sandbox.secretKey, where).customers.create({ name: 'Ada' })
  expect(customer.lastResponse.requestId).toMatch(/^req_/)
  expect(host).toBe('127.0.0.1')
  const stranger = new Stripe('sk_test_wrong', where)
  expect((await refusalOf(stranger.customers.list())).type).toBe('StripeAuthenticationError')
  const older = inProcess(shop.sandbox, { maxNetworkRetries: 0 })
  const refused = await refusalOf(older.customers.list({}, { apiVersion: '2024-06-20' }))
  expect(refused.message).toContain('2026-10-28.endive')
  await shop.sandbox.close()
})

it('expires an unpaid subscription after 23 hours and voids its invoice', async () => {
  const shop = await openShop()
  const { subscription, secret } = await shop.subscribe()
  await shop.pass(23 * 3_600_000 - 1000)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  await shop.pass(1000)
  const expired = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(expired.status).toBe('incomplete_expired')
  expect(expired.canceled_at).toBe(shop.clock.ms / 1000)
  expect(expired.ended_at).toBe(expired.canceled_at)
  expect(expandedInvoice(expired).status).toBe('void')
  const late = await shop.confirm(secret, cardFields('4242424242424242'))
  expect(late.body.error?.code).toBe('payment_intent_unexpected_state')
  await shop.sandbox.close()
})
