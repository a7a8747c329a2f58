import type { Stripe } from 'stripe'

/** Returns cents, less the discounts that still apply next month. Expects `discounts.source.coupon` to be expanded. */
export function nextChargeCents({
  discounts,
  items,
}: Pick<Stripe.Subscription, 'discounts' | 'items'>): number {
  const item = items.data[0]
  const priceCents = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1)
  const renewsAt = item?.current_period_end ?? 0
  return discounts.reduce((left, discount) => {
    if (typeof discount === 'string' || (discount.end ?? Infinity) <= renewsAt) return left
    const { coupon } = discount.source
    return !coupon || typeof coupon === 'string' ? left : left - discountOf(coupon, left)
  }, priceCents)
}

function discountOf({ duration, amount_off, percent_off }: Stripe.Coupon, cents: number): number {
  if (duration === 'once') return 0
  return Math.min(amount_off ?? Math.round((cents * (percent_off ?? 0)) / 100), cents)
}
