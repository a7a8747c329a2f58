import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { openInbox } from '#testing/inbox.ts'
import { cardFields, dayMs, openShop } from '#testing/shop.ts'

let folder = ''
const file = () => join(folder, 'state.sqlite')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-restart-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function statusOnDisk(id: string): string {
  const db = new DatabaseSync(file())
  const row = db.prepare('SELECT state FROM objects WHERE id = ?').get(id)
  db.close()
  return String(row?.['state'])
}

it('redelivers after a restart only what had not arrived', async () => {
  const inbox = await openInbox()
  const first = await openShop({ file: file() })
  await first.stripe.webhookEndpoints.create({ url: inbox.url, enabled_events: ['customer.created'] })
  await first.stripe.customers.create({ name: 'before' })
  await first.sandbox.control.webhooks.drained()
  first.sandbox.control.webhooks.pause()
  await first.stripe.customers.create({ name: 'between' })
  await first.sandbox.close()

  const second = await openShop({ file: file() })
  await second.sandbox.control.webhooks.drained()
  const names = inbox.events().map(({ data }) => ('name' in data.object ? data.object.name : ''))
  expect(names).toEqual(['before', 'between'])
  await second.sandbox.close()
  inbox.close()
})

it('finishes advancing a test clock after a restart', async () => {
  const first = await openShop({ file: file() })
  const frozen_time = Math.floor(first.clock.ms / 1000)
  const { testClocks } = first.stripe.testHelpers
  const clock = await testClocks.create({ frozen_time })
  const { id: customer } = await first.stripe.customers.create({ test_clock: clock.id })
  // More renewals than one batch.
  const made = await Promise.all(Array.from({ length: 30 }, () => first.subscribe({ customer })))
  for (const { secret } of made) await first.confirm(secret, cardFields('4242424242424242'))
  await testClocks.advance(clock.id, { frozen_time: frozen_time + 40 * 86_400 })
  await first.sandbox.close()

  expect(statusOnDisk(clock.id)).toBe('advancing')

  const second = await openShop({ file: file() })
  await expect
    .poll(async () => (await second.stripe.testHelpers.testClocks.retrieve(clock.id)).status)
    .toBe('ready')
  const { data } = await second.stripe.invoices.list({ customer, status: 'paid', limit: 100 })
  expect(data).toHaveLength(60)
  await second.sandbox.close()
})

it('resumes a waiting draft, stored response and challenge after a restart', async () => {
  const first = await openShop({ file: file() })
  const { secret, subscription } = await first.subscribe()
  await first.confirm(secret, cardFields('4242424242424242'))
  await first.pass(31 * dayMs)
  const end = (await first.stripe.subscriptions.retrieve(subscription.id)).items.data[0]!.current_period_end
  first.clock.ms = end * 1000
  await first.sandbox.control.runDue()
  const draft = await first.stripe.invoices.list({ subscription: subscription.id, status: 'draft' })
  expect(draft.data).toHaveLength(1)
  const challenged = await first.subscribe()
  const { body } = await first.confirm(challenged.secret, cardFields('4000002760003184'))
  const key = { idempotencyKey: 'customer:1' }
  const customer = await first.stripe.customers.create({ name: 'Ada' }, key)
  await first.sandbox.close()

  const second = await openShop({ file: file() })
  second.clock.ms = first.clock.ms
  await second.pass(3_600_000)
  expect((await second.stripe.invoices.retrieve(draft.data[0]!.id)).status).toBe('paid')
  const again = await second.stripe.customers.create({ name: 'Ada' }, key)
  expect(again.id).toBe(customer.id)
  await second.press(body.next_action?.redirect_to_url?.url ?? '', 'complete')
  const { status } = await second.stripe.subscriptions.retrieve(challenged.subscription.id)
  expect(status).toBe('active')
  await second.sandbox.close()
})
