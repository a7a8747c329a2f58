import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { nextChargeCents } from './subscription-snapshot.ts'

const periodEnd = 1_835_000_000

const coupon = (changes: Partial<Stripe.Coupon>): Stripe.Coupon => ({
  id: 'coupon',
  object: 'coupon',
  amount_off: null,
  created: 0,
  currency: null,
  duration: 'forever',
  duration_in_months: null,
  livemode: false,
  max_redemptions: null,
  metadata: null,
  name: null,
  percent_off: null,
  redeem_by: null,
  times_redeemed: 1,
  valid: true,
  ...changes,
})

const discount = (changes: Partial<Stripe.Coupon>, end: number | null = null): Stripe.Discount => ({
  id: 'di_1',
  object: 'discount',
  checkout_session: null,
  customer: 'cus_1',
  customer_account: null,
  end,
  invoice: null,
  invoice_item: null,
  promotion_code: null,
  source: { coupon: coupon(changes), type: 'coupon' },
  start: 0,
  subscription: 'sub_1',
  subscription_item: null,
})

const half = { percent_off: 50 }

/** A subscription of $12.99 with these discounts; of it only what the rule reads. */
const renews = (discounts: (string | Stripe.Discount)[], quantity = 1) =>
  nextChargeCents({
    discounts,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    items: { data: [{ quantity, current_period_end: periodEnd, price: { unit_amount: 1299 } }] } as Pick<
      Stripe.Subscription,
      'items'
    >['items'],
  })

describe('the next charge [ANA-2]', () => {
  it.each([
    ['the price without a discount', [], 1299],
    ['half of it, in whole cents', [discount(half)], 649],
    ['less an amount', [discount({ amount_off: 300, currency: 'usd' })], 999],
    ['nothing, and never less', [discount({ amount_off: 5000, currency: 'usd' })], 0],
    ['nothing with all of it off', [discount({ percent_off: 100 })], 0],
    ['the price after a first month for less', [discount({ ...half, duration: 'once' })], 1299],
    ['less while a discount of some months lasts', [discount(half, periodEnd + 1)], 649],
    ['the price when it is over by then', [discount(half, periodEnd)], 1299],
    [
      'less by two, one after the other',
      [discount(half), discount({ amount_off: 49, currency: 'usd' })],
      600,
    ],
    ['the price with a discount that was not asked for in full', ['di_1'], 1299],
  ])('is %s', (_, discounts, cents) => {
    expect(renews(discounts)).toBe(cents)
  })

  it('is what several of them cost', () => {
    expect(renews([], 2)).toBe(2598)
  })
})
