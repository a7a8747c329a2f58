import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { afterEach, beforeEach, expect, it } from 'vitest'

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

/** Changes what the file says of an object, past the sandbox; gives what it was. */
function rewrite(id: string, change: (json: string) => string): string {
  const db = new DatabaseSync(join(folder, 'state.sqlite'))
  const before = String(db.prepare('SELECT json FROM objects WHERE id = ?').get(id)?.['json'])
  db.prepare('UPDATE objects SET json = ? WHERE id = ?').run(change(before), id)
  db.close()
  return before
}

const invoicesOf = async (subscription: string) =>
  (await shop.stripe.invoices.list({ subscription, limit: 100 })).data

it('does the rest without a job that throws, says which, and does it with the next run as at its own time', async () => {
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
