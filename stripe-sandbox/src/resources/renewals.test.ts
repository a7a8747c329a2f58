import { expect, it } from 'vitest'

import { periodEnd } from '#resources/periods.ts'
import { cardFields, dayMs, idOf, openShop, refusalOf, type Shop } from '#testing/shop.ts'

async function member(shop: Shop, laterCard?: string) {
  const made = await shop.subscribe()
  await shop.confirm(made.secret, cardFields('4242424242424242'))
  if (laterCard) {
    const method = await shop.stripe.paymentMethods.attach(laterCard, { customer: made.customer.id })
    await shop.stripe.subscriptions.update(made.subscription.id, { default_payment_method: method.id })
  }
  return made
}

it('runs a year’s jobs in order after one jump of the clock', async () => {
  const shop = await openShop()
  shop.clock.ms = Date.parse('2027-01-31T12:00:00Z')
  const { subscription } = await member(shop)
  await shop.pass(366 * dayMs)
  const { data } = await shop.stripe.invoices.list({ subscription: subscription.id, limit: 100 })
  expect(data.every((invoice) => invoice.status === 'paid')).toBe(true)
  const starts = data.map((invoice) => new Date(invoice.lines.data[0]!.period.start * 1000))
  const days = starts.toReversed().map((start) => start.getUTCDate())
  expect(days).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31])
  const { data: booked } = await shop.stripe.balanceTransactions.list({ limit: 100 })
  const hours = booked.map((transaction) => new Date(transaction.created * 1000).getUTCHours())
  expect(booked).toHaveLength(13)
  expect(hours.slice(0, 12).every((hour) => hour === 13)).toBe(true)
  await shop.sandbox.close()
})

it('anchors periods to a day across short months and leap days', () => {
  const anchor = Date.UTC(2028, 0, 31) / 1000
  const month = { interval: 'month', interval_count: 1 }
  const ends = [1, 2, 13, 14].map((nth) => new Date(periodEnd(anchor, nth, month) * 1000).toISOString())
  expect(ends.map((end) => end.slice(0, 10))).toEqual([
    '2028-02-29',
    '2028-03-31',
    '2029-02-28',
    '2029-03-31',
  ])
})

it('retries a declined renewal eight times in two weeks, then cancels', async () => {
  const shop = await openShop()
  const { subscription } = await member(shop, 'pm_card_chargeCustomerFail')
  await shop.pass(31 * dayMs)
  const late = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(late.status).toBe('past_due')
  expect(late.latest_invoice).toMatchObject({
    status: 'open',
    attempt_count: 1,
    billing_reason: 'subscription_cycle',
  })
  await shop.pass(13 * dayMs)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  await shop.pass(2 * dayMs)
  const ended = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
  expect(ended.latest_invoice).toMatchObject({ status: 'open', attempt_count: 9, next_payment_attempt: null })
  const failed = await shop.stripe.events.list({ type: 'invoice.payment_failed', limit: 100 })
  expect(failed.data).toHaveLength(9)
  await shop.pass(40 * dayMs)
  expect((await shop.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2)
  await shop.sandbox.close()
})

it('becomes active again when a new card pays the open invoice', async () => {
  const shop = await openShop()
  const { subscription, customer } = await member(shop, 'pm_card_chargeCustomerFail')
  await shop.pass(31 * dayMs)
  const { latest_invoice } = await shop.stripe.subscriptions.retrieve(subscription.id)
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const paid = await shop.stripe.invoices.pay(idOf(latest_invoice), { payment_method: method.id })
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 1299, next_payment_attempt: null })
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.pass(20 * dayMs)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.sandbox.close()
})

it('clears past-due with the latest invoice, paid or uncollectible, and no earlier one', async () => {
  const shop = await openShop()
  const outcomes: string[][] = []
  for (const isGivenUp of [false, true]) {
    const { subscription, customer } = await member(shop, 'pm_card_chargeCustomerFail')
    for (let nth = 0; nth < 3; nth += 1) shop.sandbox.control.renewNow(subscription.id)
    const { data } = await shop.stripe.invoices.list({ subscription: subscription.id, status: 'open' })
    const [latest, middle, first] = data.map(({ id }) => id)
    const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    const statuses: string[] = []
    const noted = async (work: Promise<unknown>) => {
      await work
      statuses.push((await shop.stripe.subscriptions.retrieve(subscription.id)).status)
    }
    await noted(shop.stripe.invoices.pay(first!, { payment_method: method.id }))
    await noted(shop.stripe.invoices.markUncollectible(middle!))
    await noted(
      isGivenUp
        ? shop.stripe.invoices.markUncollectible(latest!)
        : shop.stripe.invoices.pay(latest!, { payment_method: method.id }),
    )
    outcomes.push(statuses)
  }
  expect(outcomes).toEqual([
    ['past_due', 'past_due', 'active'],
    ['past_due', 'past_due', 'active'],
  ])
  await shop.sandbox.close()
})

it('clears past-due with the latest month while an earlier one is open', async () => {
  const shop = await openShop()
  const { subscription, customer } = await member(shop, 'pm_card_chargeCustomerFail')
  for (let nth = 0; nth < 2; nth += 1) shop.sandbox.control.renewNow(subscription.id)
  const { latest_invoice } = await shop.stripe.subscriptions.retrieve(subscription.id)
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await shop.stripe.invoices.pay(idOf(latest_invoice), { payment_method: method.id })
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.sandbox.close()
})

it('does not retry a card the bank ruled out, until there is another', async () => {
  const shop = await openShop()
  const { subscription, customer } = await member(shop)
  await shop.stripe.subscriptions.update(subscription.id, { default_payment_method: '' })
  await shop.pass(31 * dayMs + 5 * dayMs)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  expect((await shop.stripe.charges.list({ customer: customer.id })).data).toHaveLength(1)
  const { data: methods } = await shop.stripe.paymentMethods.list({ customer: customer.id })
  const invoice_settings = { default_payment_method: methods[0]!.id }
  await shop.stripe.customers.update(customer.id, { invoice_settings })
  await shop.pass(3 * dayMs)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.sandbox.close()
})

it('asks the customer when a renewal needs 3-D Secure', async () => {
  const shop = await openShop()
  const { subscription } = await member(shop, 'pm_card_authenticationRequired')
  await shop.pass(31 * dayMs)
  const late = await shop.stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.confirmation_secret'],
  })
  expect(late.status).toBe('past_due')
  const { data } = await shop.stripe.paymentIntents.list({ customer: idOf(late.customer), limit: 1 })
  expect(data[0]!.status).toBe('requires_action')
  await shop.press(data[0]!.next_action?.redirect_to_url?.url ?? '', 'complete')
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  expect((await shop.stripe.events.list({ type: 'invoice.payment_action_required' })).data).toHaveLength(1)
  await shop.sandbox.close()
})

it('resumes a canceled subscription, or ends it at the date', async () => {
  const shop = await openShop()
  const { subscription } = await member(shop)
  const { id } = subscription
  const cancel_at = Math.floor(shop.clock.ms / 1000) + 10 * 86_400
  await shop.stripe.subscriptions.update(id, { cancel_at })
  const kept = await shop.stripe.subscriptions.update(id, { cancel_at: '' })
  expect(kept).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null })
  await shop.pass(11 * dayMs)
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('active')
  for (const at of ['', shop.clock.ms / 1000 + 86_400] as const)
    for (const cancel_at_period_end of [true, false]) {
      const both = shop.stripe.subscriptions.update(id, { cancel_at: at, cancel_at_period_end })
      expect((await refusalOf(both)).param).toBe('cancel_at')
    }
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await shop.pass(31 * dayMs)
  const ended = await shop.stripe.subscriptions.retrieve(id)
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'cancellation_requested' },
  })
  expect((await shop.stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
  await shop.sandbox.close()
})

it('renews early on request, and not again when due', async () => {
  const shop = await openShop()
  const { subscription, customer } = await member(shop, 'pm_card_chargeCustomerFail')
  const before = subscription.items.data[0]!.current_period_end
  shop.sandbox.control.renewNow(subscription.id)
  const behind = await shop.stripe.subscriptions.retrieve(subscription.id)
  expect(behind.status).toBe('past_due')
  expect(behind.items.data[0]!.current_period_start).toBe(before)
  await shop.pass(2 * 3_600_000)
  const { data } = await shop.stripe.invoices.list({ customer: customer.id })
  expect(data.map(({ status, attempt_count }) => [status, attempt_count])).toEqual([
    ['open', 1],
    ['paid', 1],
  ])
  await shop.sandbox.close()
})

it('accepts a late payment of an uncollectible invoice without reviving the subscription', async () => {
  const shop = await openShop()
  const { subscription, customer } = await member(shop, 'pm_card_chargeCustomerFail')
  await shop.pass(31 * dayMs + 16 * dayMs)
  const ended = await shop.stripe.subscriptions.retrieve(subscription.id)
  const invoice = idOf(ended.latest_invoice)
  expect((await shop.stripe.invoices.markUncollectible(invoice)).status).toBe('uncollectible')
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const paid = await shop.stripe.invoices.pay(invoice, { payment_method: method.id })
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 1299, amount_remaining: 0 })
  expect(paid.status_transitions.marked_uncollectible_at).not.toBeNull()
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: ended.ended_at,
  })
  const paidEvents = await shop.stripe.events.list({ type: 'invoice.paid', limit: 1 })
  expect(paidEvents.data[0]!.data.object).toMatchObject({ id: invoice })
  await shop.sandbox.close()
})
