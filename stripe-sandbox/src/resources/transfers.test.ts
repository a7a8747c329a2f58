import { expect, it } from 'vitest'

import { dayMs, openShop, refusalOf, type Shop } from '#testing/shop.ts'

async function earn(shop: Shop, amount: number) {
  return await shop.stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'http://shop.test/tips',
  })
}

const accountOf = (shop: Shop) =>
  shop.stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } })

async function availableIn(shop: Shop): Promise<number> {
  return (await shop.stripe.balance.retrieve()).available[0]!.amount
}

const eventsOf = async (shop: Shop) =>
  (await shop.stripe.events.list({ limit: 100 })).data.map(({ type }) => type)

it('transfers available funds once per key, and names the missing amount', async () => {
  const shop = await openShop()
  const { id: destination } = await accountOf(shop)
  await earn(shop, 10_000)
  const input = { amount: 5000, currency: 'usd', destination, transfer_group: 'month_1' }
  const tooEarly = await refusalOf(shop.stripe.transfers.create(input))
  expect(tooEarly).toMatchObject({ code: 'balance_insufficient', statusCode: 400 })
  await shop.pass(2 * dayMs)
  const sent = await shop.stripe.transfers.create(
    { ...input, expand: ['balance_transaction', 'destination'] },
    { idempotencyKey: 'a' },
  )
  const again = await shop.stripe.transfers.create(
    { ...input, expand: ['balance_transaction', 'destination'] },
    { idempotencyKey: 'a' },
  )
  expect(again.id).toBe(sent.id)
  expect(sent).toMatchObject({
    amount: 5000,
    reversed: false,
    balance_transaction: { type: 'transfer', amount: -5000, fee: 0, net: -5000, source: sent.id },
    destination: { object: 'account', id: destination },
  })
  expect(await availableIn(shop)).toBe(10_000 - 320 - 5000)
  const { data } = await shop.stripe.transfers.list({ transfer_group: 'month_1' })
  expect(data.map(({ id }) => id)).toEqual([sent.id])
  expect((await shop.stripe.transfers.list({ destination: 'acct_other' })).data).toEqual([])
  expect(await eventsOf(shop)).toContain('transfer.created')
  await shop.sandbox.close()
})

it('sends nothing to an unknown or restricted account', async () => {
  const shop = await openShop()
  await earn(shop, 10_000)
  await shop.pass(2 * dayMs)
  const input = { amount: 100, currency: 'usd' }
  const unknown = await refusalOf(shop.stripe.transfers.create({ ...input, destination: 'acct_nobody' }))
  expect(unknown).toMatchObject({ code: 'resource_missing', param: 'destination' })
  const { id: destination } = await shop.stripe.accounts.create({ email: 'sam@club.example' })
  const barred = await refusalOf(shop.stripe.transfers.create({ ...input, destination }))
  expect(barred.code).toBe('insufficient_capabilities_for_transfer')
  expect((await shop.stripe.accounts.retrieve(destination)).email).toBe('sam@club.example')
  await shop.sandbox.close()
})

it('reverses a transfer in parts, up to its amount', async () => {
  const shop = await openShop()
  const { id: destination } = await accountOf(shop)
  await earn(shop, 10_000)
  await shop.pass(2 * dayMs)
  const { id } = await shop.stripe.transfers.create({ amount: 5000, currency: 'usd', destination })
  const before = await availableIn(shop)
  const part = await shop.stripe.transfers.createReversal(id, {
    amount: 2000,
    expand: ['balance_transaction'],
  })
  expect(part).toMatchObject({ transfer: id, balance_transaction: { type: 'transfer_refund', net: 2000 } })
  expect(await shop.stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 2000, reversed: false })
  const tooMuch = await refusalOf(shop.stripe.transfers.createReversal(id, { amount: 3001 }))
  expect(tooMuch.message).toContain('(3000)')
  await shop.stripe.transfers.createReversal(id)
  const whole = await shop.stripe.transfers.retrieve(id)
  expect(whole).toMatchObject({ amount_reversed: 5000, reversed: true })
  expect(whole.reversals.data.map(({ amount }) => amount)).toEqual([3000, 2000])
  expect(await availableIn(shop)).toBe(before + 5000)
  const back = await shop.stripe.balanceTransactions.list({ type: 'transfer_refund' })
  expect(back.data.map(({ amount }) => amount)).toEqual([3000, 2000])
  expect((await refusalOf(shop.stripe.transfers.createReversal(id))).message).toContain('fully reversed')
  expect(await eventsOf(shop)).toContain('transfer.reversed')
  await shop.sandbox.close()
})

it('pays out to the bank, arriving after two days or failing', async () => {
  const shop = await openShop()
  await earn(shop, 10_000)
  expect(() => shop.sandbox.control.payOutToBank()).toThrow('0 of 0')
  await shop.pass(2 * dayMs)
  const good = shop.sandbox.control.payOutToBank({ amount: 4000 })
  const bad = shop.sandbox.control.payOutToBank({ fails: true })
  expect(await availableIn(shop)).toBe(0)
  expect((await shop.stripe.payouts.list({ status: 'in_transit' })).data).toHaveLength(2)
  await shop.pass(2 * dayMs)
  expect((await shop.stripe.payouts.retrieve(good)).status).toBe('paid')
  const failed = await shop.stripe.payouts.retrieve(bad, { expand: ['failure_balance_transaction'] })
  expect(failed).toMatchObject({
    status: 'failed',
    failure_balance_transaction: { type: 'payout_failure', amount: 5680 },
  })
  expect(await availableIn(shop)).toBe(5680)
  const types = await eventsOf(shop)
  for (const type of ['payout.created', 'payout.paid', 'payout.failed']) expect(types).toContain(type)
  await shop.sandbox.close()
})
