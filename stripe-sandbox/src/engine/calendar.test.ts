import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { departures } from '#facts/differences.ts'
import { cardFields, dayMs, openShop, type Shop } from '#testing/shop.ts'

let folder = ''
let shop: Shop
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-calendar-'))
  shop = await openShop({ file: join(folder, 'state.sqlite') })
})
afterEach(async () => {
  await shop.sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function member(): Promise<string> {
  const { subscription, secret } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  return subscription.id
}

/** Changes an object's stored JSON behind the sandbox's back; returns the old one. */
function rewrite(id: string, change: (json: string) => string): string {
  const db = new DatabaseSync(join(folder, 'state.sqlite'))
  const before = String(db.prepare('SELECT json FROM objects WHERE id = ?').get(id)?.['json'])
  db.prepare('UPDATE objects SET json = ? WHERE id = ?').run(change(before), id)
  db.close()
  return before
}

const invoicesOf = async (subscription: string) =>
  (await shop.stripe.invoices.list({ subscription, limit: 100 })).data

it('runs the other jobs when one throws, reports it, and retries it at its time', async () => {
  const first = await member()
  await shop.pass(60_000)
  const broken = await member()
  await shop.pass(60_000)
  const last = await member()
  const { items } = await shop.stripe.subscriptions.retrieve(broken)
  const whole = rewrite(broken, (json) => JSON.stringify({ ...JSON.parse(json), items: null }))

  await expect(shop.pass(40 * dayMs)).rejects.toThrow(`in the next run: renew of ${broken}: `)
  for (const id of [first, last])
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect(await invoicesOf(broken)).toHaveLength(1)
  await expect(shop.pass(dayMs)).rejects.toThrow(broken)

  rewrite(broken, () => whole)
  await shop.pass(0)
  const renewed = await invoicesOf(broken)
  expect(renewed.map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect(renewed[0]!.created).toBe(items.data[0]!.current_period_end)
  await shop.pass(0)
  expect(await invoicesOf(broken)).toHaveLength(2)
})

it('stops a test clock whose job throws, and reports it', async () => {
  const { testClocks } = shop.stripe.testHelpers
  const clock = await testClocks.create({ frozen_time: Math.floor(shop.clock.ms / 1000) })
  const customer = await shop.stripe.customers.create({ test_clock: clock.id })
  const { subscription, secret } = await shop.subscribe({ customer: customer.id })
  await shop.confirm(secret, cardFields('4242424242424242'))
  await testClocks.advance(clock.id, { frozen_time: clock.frozen_time + 86_400 })
  await expect.poll(async () => (await testClocks.retrieve(clock.id)).status).toBe('ready')
  rewrite(subscription.id, (json) => JSON.stringify({ ...JSON.parse(json), discounts: null }))
  await testClocks.advance(clock.id, { frozen_time: clock.frozen_time + 40 * 86_400 })
  await expect.poll(async () => (await testClocks.retrieve(clock.id)).status).toBe('internal_failure')
  const type = 'test_helpers.test_clock.internal_failure'
  const { data } = await shop.stripe.events.list({ type })
  expect(data.map((event) => event.data.object)).toMatchObject([{ id: clock.id, status: 'internal_failure' }])
  expect(data.flatMap((event) => departures(event))).toEqual([])
})
