import { expect, it } from 'vitest'

import { cardFields, dayMs, openShop, refusalOf, type Shop } from '#testing/shop.ts'

const start = Date.UTC(2030, 0, 31, 9) / 1000
const daySeconds = dayMs / 1000

async function rehearsal(shop: Shop, frozen_time = start) {
  const clock = await shop.stripe.testHelpers.testClocks.create({ frozen_time, name: 'A year' })
  const customer = await shop.stripe.customers.create({ email: 'ada@example.org', test_clock: clock.id })
  return { clock, customer }
}

/** Advances a clock and waits until it has arrived. */
async function advance(shop: Shop, id: string, seconds: number) {
  const { testClocks } = shop.stripe.testHelpers
  const { frozen_time } = await testClocks.retrieve(id)
  const begun = await testClocks.advance(id, { frozen_time: frozen_time + seconds })
  expect(begun).toMatchObject({
    status: 'advancing',
    frozen_time,
    status_details: { advancing: { target_frozen_time: frozen_time + seconds } },
  })
  await expect.poll(async () => (await testClocks.retrieve(id)).status).toBe('ready')
}

it('advances one customer month by month without affecting others', async () => {
  const shop = await openShop()
  const other = await shop.subscribe()
  await shop.confirm(other.secret, cardFields('4242424242424242'))
  await shop.pass(20 * dayMs)
  const { clock, customer } = await rehearsal(shop)
  const mine = await shop.subscribe({ customer: customer.id })
  await shop.confirm(mine.secret, cardFields('4242424242424242'))
  expect(mine.subscription).toMatchObject({ test_clock: clock.id, created: start })
  expect(mine.invoice).toMatchObject({ test_clock: clock.id, created: start })

  for (let month = 0; month < 12; month += 1) await advance(shop, clock.id, 31 * daySeconds)
  const { data } = await shop.stripe.invoices.list({ subscription: mine.subscription.id, limit: 100 })
  expect(data.map(({ status }) => status)).toEqual(Array.from({ length: 13 }, () => 'paid'))
  expect(data[0]!.period_end).toBe(Date.UTC(2031, 0, 31, 9) / 1000)
  expect(data.every((invoice) => invoice.test_clock === clock.id)).toBe(true)
  const paidAt = data.map((invoice) => invoice.status_transitions.paid_at!)
  expect(paidAt).toEqual(paidAt.toSorted((a, b) => b - a))
  expect((await shop.stripe.invoices.list({ subscription: other.subscription.id })).data).toHaveLength(1)

  // The sandbox's own clock does not affect objects of a test clock either, however long overdue.
  const past = await rehearsal(shop, Date.UTC(2020, 0, 1) / 1000)
  const long = await shop.subscribe({ customer: past.customer.id })
  await shop.confirm(long.secret, cardFields('4242424242424242'))
  await shop.pass(20 * dayMs)
  expect((await shop.stripe.invoices.list({ subscription: other.subscription.id })).data).toHaveLength(2)
  for (const [{ subscription }, count] of [[mine, 13] as const, [long, 1] as const]) {
    const { data: invoices } = await shop.stripe.invoices.list({ subscription: subscription.id, limit: 100 })
    expect(invoices).toHaveLength(count)
  }
  await shop.sandbox.close()
})

it('runs retries, refunds and the balance by the clock', async () => {
  const shop = await openShop()
  const { clock, customer } = await rehearsal(shop)
  const { subscription, secret } = await shop.subscribe({ customer: customer.id })
  await shop.confirm(secret, cardFields('4242424242424242'))
  const { data: charges } = await shop.stripe.charges.list({ customer: customer.id })
  expect((await shop.stripe.balance.retrieve()).available[0]!.amount).toBe(0)
  await advance(shop, clock.id, 3 * daySeconds)
  expect((await shop.stripe.balance.retrieve()).available[0]!.amount).toBe(1299 - 68)
  const refund = await shop.stripe.refunds.create({ charge: charges[0]!.id, amount: 100 })
  expect(refund.created).toBe(start + 3 * daySeconds)
  shop.sandbox.control.changeCard(charges[0]!.payment_method!, '4000000000000341')
  await advance(shop, clock.id, 29 * daySeconds)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  await advance(shop, clock.id, 15 * daySeconds)
  const ended = await shop.stripe.subscriptions.retrieve(subscription.id)
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
  expect(ended.ended_at).toBeLessThan(start + 47 * daySeconds)
  await shop.sandbox.close()
})

it('announces each step, and rejects going back, too far, or changes midway', async () => {
  const shop = await openShop()
  const { clock, customer } = await rehearsal(shop)
  const { testClocks } = shop.stripe.testHelpers
  const to = (frozen_time: number) => testClocks.advance(clock.id, { frozen_time })
  expect((await refusalOf(to(start))).param).toBe('frozen_time')
  expect((await refusalOf(to(start + 800 * daySeconds))).message).toContain('two years')
  const { subscription, secret } = await shop.subscribe({ customer: customer.id })
  await shop.confirm(secret, cardFields('4242424242424242'))
  // Two months from the last of January: the last of March.
  const furthest = Date.UTC(2030, 2, 31, 9) / 1000
  expect((await refusalOf(to(furthest + 1))).message).toContain('two intervals')
  // Sent in the same turn: the clock is advancing when the second request arrives.
  const advancing = to(furthest)
  const changed = shop.stripe.subscriptions.update(subscription.id, { metadata: { a: 'b' } })
  const [begun, busy] = await Promise.all([advancing, refusalOf(changed)])
  expect(begun.status).toBe('advancing')
  expect(busy).toMatchObject({ statusCode: 429, message: expect.stringContaining('underway') })
  await expect.poll(async () => (await testClocks.retrieve(clock.id)).status).toBe('ready')

  const types = [
    'test_helpers.test_clock.ready',
    'test_helpers.test_clock.advancing',
    'test_helpers.test_clock.created',
  ]
  const { data } = await shop.stripe.events.list({ types })
  expect(data.map(({ type }) => type)).toEqual(types)
  await shop.sandbox.close()
})

it('lists a clock’s objects only when the clock or customer is named', async () => {
  const shop = await openShop()
  const { clock, customer } = await rehearsal(shop)
  const { subscription } = await shop.subscribe({ customer: customer.id })
  const { customers, subscriptions } = shop.stripe
  const everybody = await customers.list({ email: 'ada@example.org' })
  expect(everybody.data.map(({ test_clock }) => test_clock)).toEqual([null])
  expect((await customers.list({ test_clock: clock.id })).data.map(({ id }) => id)).toEqual([customer.id])
  expect((await subscriptions.list()).data).toEqual([])
  for (const by of [{ test_clock: clock.id }, { customer: customer.id }])
    expect((await subscriptions.list(by)).data.map(({ id }) => id)).toEqual([subscription.id])
  await shop.sandbox.close()
})

it('deletes its customers with it, and keeps their payments readable', async () => {
  const shop = await openShop()
  const { clock, customer } = await rehearsal(shop)
  const { subscription, secret, invoice } = await shop.subscribe({ customer: customer.id })
  await shop.confirm(secret, cardFields('4242424242424242'))
  const deleted = await shop.stripe.testHelpers.testClocks.del(clock.id)
  expect(deleted).toMatchObject({ id: clock.id, deleted: true })
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
  expect((await shop.stripe.invoices.retrieve(invoice.id)).status).toBe('paid')
  expect((await refusalOf(shop.stripe.testHelpers.testClocks.retrieve(clock.id))).statusCode).toBe(404)
  await shop.pass(60 * dayMs)
  expect((await shop.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
  await shop.sandbox.close()
})

it('leaves no money or events in a deleted clock’s time', async () => {
  const shop = await openShop()
  const { clock, customer } = await rehearsal(shop)
  const { secret } = await shop.subscribe({ customer: customer.id })
  await shop.confirm(secret, cardFields('4242424242424242'))
  const available = async () => (await shop.stripe.balance.retrieve()).available[0]!.amount
  expect(await available()).toBe(0)
  await shop.stripe.testHelpers.testClocks.del(clock.id)
  expect(await available()).toBe(1299 - 68)
  const kept = async () => (await shop.stripe.events.list({ type: 'charge.succeeded' })).data.length
  await shop.pass(29 * dayMs)
  expect(await kept()).toBe(1)
  await shop.pass(2 * dayMs)
  expect(await kept()).toBe(0)
  await shop.sandbox.close()
})

it('expires a code only for its own customers', async () => {
  const shop = await openShop()
  const { customer } = await rehearsal(shop)
  const coupon = await shop.stripe.coupons.create({ percent_off: 25, duration: 'once' })
  const code = await shop.stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'SOON',
    expires_at: Date.UTC(2027, 0, 1) / 1000,
  })
  const discounts = [{ promotion_code: code.id }]
  const late = await refusalOf(shop.subscribe({ customer: customer.id, discounts }))
  expect(late.code).toBe('promotion_code_expired')
  await shop.stripe.promotionCodes.list({ customer: customer.id })
  expect((await shop.subscribe({ discounts })).invoice.total).toBe(974)
  await shop.sandbox.close()
})

it('renews early by the clock, and settles by the sandbox’s own time', async () => {
  const shop = await openShop()
  const { clock, customer } = await rehearsal(shop)
  const { subscription, secret } = await shop.subscribe({ customer: customer.id })
  await shop.confirm(secret, cardFields('4242424242424242'))
  await advance(shop, clock.id, 3 * daySeconds)
  const earned = 1299 - 68
  const now = Math.floor(shop.clock.ms / 1000)

  shop.sandbox.control.renewNow(subscription.id)
  const { data: invoices } = await shop.stripe.invoices.list({ subscription: subscription.id })
  expect(invoices.map(({ created, status }) => [created, status])).toEqual([
    [start + 3 * daySeconds, 'paid'],
    [start, 'paid'],
  ])
  const { id: destination } = await shop.stripe.accounts.create({
    capabilities: { transfers: { requested: true } },
  })
  const input = { currency: 'usd', destination, metadata: { customer: customer.id } }
  const tooMuch = await refusalOf(shop.stripe.transfers.create({ ...input, amount: earned + 1 }))
  expect(tooMuch.code).toBe('balance_insufficient')
  const transfer = await shop.stripe.transfers.create({ ...input, amount: 1000 })
  const reversal = await shop.stripe.transfers.createReversal(transfer.id, { amount: 100 })
  const payout = await shop.stripe.payouts.retrieve(shop.sandbox.control.payOutToBank())
  expect(payout.amount).toBe(earned - 900)
  expect([transfer.created, reversal.created, payout.created]).toEqual([now, now, now])
  // The bank is independent of test clocks.
  await shop.pass(2 * dayMs)
  expect((await shop.stripe.payouts.retrieve(payout.id)).status).toBe('paid')
  await shop.sandbox.close()
})
