import { expect, it } from 'vitest'

import { openInbox } from '#testing/inbox.ts'
import { cardFields, openShop, type Shop } from '#testing/shop.ts'

async function listening(shop: Shop, url: string, enabled_events: ['*'] | ['invoice.paid']) {
  return await shop.stripe.webhookEndpoints.create({ url, enabled_events, api_version: '2026-10-28.endive' })
}

it('sends signed events of a first payment that the SDK accepts', async () => {
  const shop = await openShop()
  const inbox = await openInbox()
  const endpoint = await listening(shop, inbox.url, ['*'])
  expect((await shop.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined()
  // However far ahead the sandbox's clock is, signatures carry the real time.
  await shop.pass(400 * 86_400_000)
  const { secret, subscription } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  await shop.sandbox.control.webhooks.drained()
  for (const { body, signature } of inbox.received)
    expect(shop.stripe.webhooks.constructEvent(body, signature, endpoint.secret!).object).toBe('event')
  const types = inbox.events().map(({ type }) => type)
  expect(types.toSorted()).toEqual([
    'charge.succeeded',
    'charge.updated',
    'customer.created',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.updated',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'invoice.updated',
    'invoice_payment.paid',
    'payment_intent.created',
    'payment_intent.succeeded',
    'payment_method.attached',
  ])
  const active = inbox
    .events()
    .find(
      ({ type, data }) =>
        type === 'customer.subscription.updated' && 'status' in (data.previous_attributes ?? {}),
    )
  expect(active).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    pending_webhooks: 1,
    data: {
      object: { id: subscription.id, status: 'active' },
      previous_attributes: { status: 'incomplete' },
    },
  })
  expect((await shop.stripe.events.retrieve(active!.id)).pending_webhooks).toBe(0)
  inbox.close()
  await shop.sandbox.close()
})

it('sends only subscribed events, and retries until accepted', async () => {
  const shop = await openShop()
  const inbox = await openInbox((nth) => (nth < 2 ? 500 : 200))
  await listening(shop, inbox.url, ['invoice.paid'])
  const { secret } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  await shop.sandbox.control.webhooks.drained()
  expect(inbox.received.map(({ answered }) => answered)).toEqual([500, 500, 200])
  expect(new Set(inbox.events().map(({ id }) => id)).size).toBe(1)
  await shop.sandbox.control.webhooks.replay(inbox.events()[0]!.id)
  await shop.sandbox.control.webhooks.drained()
  expect(inbox.received).toHaveLength(4)
  inbox.close()
  await shop.sandbox.close()
})

it('can pause, drop and duplicate deliveries', async () => {
  const shop = await openShop()
  const inbox = await openInbox()
  await listening(shop, inbox.url, ['*'])
  const { webhooks } = shop.sandbox.control
  webhooks.pause()
  await shop.stripe.customers.create({ name: 'a' })
  await shop.stripe.customers.create({ name: 'b' })
  expect(inbox.received).toHaveLength(0)
  webhooks.dropNext(1)
  webhooks.duplicate(true)
  webhooks.resume()
  await webhooks.drained()
  expect(inbox.events().map(({ data }) => ('name' in data.object ? data.object.name : ''))).toEqual([
    'b',
    'b',
  ])
  const { data: lost } = await shop.stripe.events.list({ delivery_success: false })
  expect(lost).toHaveLength(1)
  inbox.close()
  await shop.sandbox.close()
})

it('can deliver events out of order', async () => {
  const shop = await openShop({ webhookDelayMs: 20 })
  const inbox = await openInbox()
  await listening(shop, inbox.url, ['*'])
  const { webhooks } = shop.sandbox.control
  webhooks.pause()
  webhooks.shuffle(true)
  const names = Array.from({ length: 40 }, (_, nth) => `customer ${nth}`)
  for (const name of names) await shop.stripe.customers.create({ name })
  webhooks.resume()
  await webhooks.drained()
  const order = inbox.events().map(({ data }) => ('name' in data.object ? String(data.object.name) : ''))
  expect(order).not.toEqual(names)
  expect(order.toSorted()).toEqual(names.toSorted())
  inbox.close()
  await shop.sandbox.close()
})

/** Which of twenty deliveries arrive when the first ten are dropped: this shows the order. */
async function leftBy(seed: number): Promise<string[]> {
  const shop = await openShop()
  const inbox = await openInbox()
  await listening(shop, inbox.url, ['*'])
  const { webhooks } = shop.sandbox.control
  webhooks.pause()
  for (let nth = 0; nth < 20; nth += 1) await shop.stripe.customers.create({ name: `customer ${nth}` })
  webhooks.shuffle(true, seed)
  webhooks.dropNext(10)
  webhooks.resume()
  await webhooks.drained()
  const names = inbox.events().map(({ data }) => ('name' in data.object ? String(data.object.name) : ''))
  inbox.close()
  await shop.sandbox.close()
  return names.toSorted()
}

it('draws the same order for the same seed', async () => {
  const [first, same, other] = [await leftBy(7), await leftBy(7), await leftBy(8)]
  expect(first).toHaveLength(10)
  expect(same).toEqual(first)
  expect(other).not.toEqual(first)
})

it('can delay events while later ones pass', async () => {
  const shop = await openShop()
  const inbox = await openInbox()
  await listening(shop, inbox.url, ['*'])
  const { webhooks } = shop.sandbox.control
  webhooks.delay(3_600_000)
  await shop.stripe.customers.create({ name: 'held back' })
  webhooks.delay(0)
  await shop.stripe.customers.create({ name: 'on time' })
  await expect.poll(() => inbox.events().length).toBe(1)
  expect(inbox.events()[0]!.data.object).toMatchObject({ name: 'on time' })
  inbox.close()
  await shop.sandbox.close()
})
