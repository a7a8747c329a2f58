import { expect, it } from 'vitest'

import { dayMs, openShop, refusalOf, type Shop } from '#testing/shop.ts'

async function pay(shop: Shop, card: string) {
  return await shop.stripe.paymentIntents.create({
    amount: 1299,
    currency: 'usd',
    confirm: true,
    payment_method: card,
    return_url: 'http://shop.test/tips',
  })
}

async function balanceOf(shop: Shop): Promise<number> {
  const { available, pending } = await shop.stripe.balance.retrieve()
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}

it('refunds in parts up to the amount, keeps the fee, and rejects more', async () => {
  const shop = await openShop()
  const { id: payment_intent } = await pay(shop, 'pm_card_visa')
  expect(await balanceOf(shop)).toBe(1299 - 68)
  const part = await shop.stripe.refunds.create({
    payment_intent,
    amount: 300,
    expand: ['balance_transaction'],
  })
  expect(part).toMatchObject({
    status: 'succeeded',
    balance_transaction: { amount: -300, fee: 0, net: -300 },
  })
  const tooMuch = await refusalOf(shop.stripe.refunds.create({ payment_intent, amount: 1000 }))
  expect(tooMuch.message).toContain('(999)')
  await shop.stripe.refunds.create({ payment_intent })
  const { data } = await shop.stripe.charges.list({ payment_intent, expand: ['data.refunds'] })
  expect(data[0]).toMatchObject({ refunded: true, amount_refunded: 1299 })
  expect(data[0]!.refunds?.data.map(({ amount }) => amount)).toEqual([999, 300])
  expect(await balanceOf(shop)).toBe(-68)
  const again = await refusalOf(shop.stripe.refunds.create({ payment_intent }))
  expect(again.code).toBe('charge_already_refunded')
  await shop.sandbox.close()
})

it('supports pending and failed refunds', async () => {
  const shop = await openShop()
  const slow = await shop.stripe.refunds.create({
    payment_intent: (await pay(shop, 'pm_card_pendingRefund')).id,
  })
  const lost = await shop.stripe.refunds.create({
    payment_intent: (await pay(shop, 'pm_card_refundFail')).id,
  })
  expect([slow.status, lost.status]).toEqual(['pending', 'succeeded'])
  await shop.pass(600_000)
  expect((await shop.stripe.refunds.retrieve(slow.id)).status).toBe('succeeded')
  const failed = await shop.stripe.refunds.retrieve(lost.id, {
    expand: ['failure_balance_transaction', 'charge'],
  })
  expect(failed).toMatchObject({
    status: 'failed',
    failure_balance_transaction: { amount: 1299 },
    charge: { refunded: false, amount_refunded: 0 },
  })
  await shop.sandbox.close()
})

it('delays a card refund without funds, and fails one to Cash App', async () => {
  const shop = await openShop()
  const carded = await pay(shop, 'pm_card_visa')
  const wallet = await shop.stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    confirm: true,
    payment_method_data: { type: 'cashapp' },
    return_url: 'http://shop.test/tips',
  })
  const action = wallet.next_action?.cashapp_handle_redirect_or_display_qr_code
  await shop.press(action?.hosted_instructions_url ?? '', 'authorize')
  shop.sandbox.control.bankDebits(false)
  const before = await balanceOf(shop)
  const failed = await shop.stripe.refunds.create({ payment_intent: wallet.id })
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'insufficient_funds' })
  const waiting = await shop.stripe.refunds.create({ payment_intent: carded.id, amount: 300 })
  expect(waiting).toMatchObject({
    status: 'pending',
    pending_reason: 'insufficient_funds',
    balance_transaction: null,
  })
  const refunded = async (payment_intent: string) =>
    (await shop.stripe.charges.list({ payment_intent })).data[0]!.amount_refunded
  expect([await refunded(wallet.id), await refunded(carded.id)]).toEqual([0, 300])
  await shop.pass(dayMs)
  expect((await shop.stripe.refunds.retrieve(waiting.id)).status).toBe('pending')
  expect(await balanceOf(shop)).toBe(before)
  await shop.pass(dayMs + 3_600_000)
  const gone = await shop.stripe.refunds.retrieve(waiting.id, { expand: ['balance_transaction'] })
  expect(gone).toMatchObject({ status: 'succeeded', balance_transaction: { amount: -300 } })
  expect(gone.pending_reason).toBeUndefined()
  expect(await balanceOf(shop)).toBe(before - 300)
  const { data } = await shop.stripe.events.list({ type: 'refund.failed' })
  expect(data.map((event) => event.data.object)).toMatchObject([{ id: failed.id }])
  await shop.sandbox.close()
})

it('deducts amount and fee for a dispute, and returns the amount when won', async () => {
  const shop = await openShop()
  const outcomes: number[] = []
  for (const word of ['winning_evidence', 'losing_evidence']) {
    const { id: payment_intent } = await pay(shop, 'pm_card_createDispute')
    const before = await balanceOf(shop)
    await shop.pass(120_000)
    const { data } = await shop.stripe.disputes.list({ payment_intent })
    expect(data[0]).toMatchObject({ status: 'needs_response', amount: 1299, reason: 'fraudulent' })
    await shop.stripe.disputes.update(data[0]!.id, { evidence: { uncategorized_text: word }, submit: true })
    outcomes.push((await balanceOf(shop)) - before)
  }
  expect(outcomes).toEqual([-1500, -1500 - 1299])
  const types = (await shop.stripe.events.list({ limit: 100 })).data.map(({ type }) => type)
  for (const type of ['created', 'funds_withdrawn', 'updated', 'closed', 'funds_reinstated'])
    expect(types).toContain(`charge.dispute.${type}`)
  await shop.sandbox.close()
})

it('makes a payment available two days later', async () => {
  const shop = await openShop()
  await pay(shop, 'pm_card_visa')
  const ready = async () => (await shop.stripe.balance.retrieve()).available[0]!.amount
  await shop.pass(2 * dayMs - 1000)
  expect(await ready()).toBe(0)
  await shop.pass(1000)
  expect(await ready()).toBe(1231)
  expect((await shop.stripe.balanceTransactions.list()).data[0]!.status).toBe('available')
  await shop.sandbox.close()
})
