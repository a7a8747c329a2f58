import type { Params } from '#api/form.ts'
import { groups, text } from '#api/params.ts'
import { invalid, noSuchResource } from '#api/refusals.ts'
import { findOrRefuse } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { couponNow, offFor } from '#resources/coupons.ts'
import { addMonths } from '#resources/periods.ts'
import { promotionCodeNow } from '#resources/promotion-codes.ts'

type Discount = Kinds['discount']

type Reduction = { coupon: Kinds['coupon']; code: Kinds['promotion_code'] | null }

function redeemable(
  world: World,
  code: Kinds['promotion_code'],
  customer: string | null,
  subtotal: number,
  currency: string,
): Reduction {
  const param = 'discounts[0][promotion_code]'
  if (!promotionCodeNow(world, code).active)
    throw invalid(
      `This promotion code cannot be redeemed because it has expired, is used up or is no longer active: ${code.id}.`,
      param,
      'promotion_code_expired',
    )
  if (code.customer && code.customer !== customer)
    throw invalid('This promotion code cannot be redeemed because it is for another customer.', param)
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = code.restrictions
  if (first_time_transaction && customer) {
    const where = { customer, state: 'succeeded' }
    if (world.store.page({ kind: 'charge', where, limit: 1 }).data.length > 0)
      throw invalid(
        'This promotion code cannot be redeemed because the associated customer has prior transactions.',
        param,
        'promotion_code_customer_not_first_time',
      )
  }
  if (
    minimum_amount !== null &&
    (subtotal < minimum_amount || (minimum_amount_currency ?? currency) !== currency)
  )
    throw invalid(
      'This promotion code cannot be redeemed because the amount is below its minimum.',
      param,
      'promotion_code_minimum_amount_not_met',
    )
  const coupon = findOrRefuse(world, 'coupon', code.promotion.coupon ?? '', param)
  return { coupon, code }
}

/** The requested `discounts[]`, each checked that this customer may redeem it now. */
export function reductionsAsked(
  world: World,
  params: Params,
  buyer: { customer: string | null; subtotal: number; currency: string },
): Reduction[] {
  return groups(params, 'discounts').map((group) => {
    const promotion = text(group, 'promotion_code')
    const couponId = text(group, 'coupon')
    if (text(group, 'discount')) throw noSuchResource('Reusing a discount', 'discounts[0][discount]')
    const reduction: Reduction = promotion
      ? redeemable(
          world,
          findOrRefuse(world, 'promotion_code', promotion, 'discounts[0][promotion_code]'),
          buyer.customer,
          buyer.subtotal,
          buyer.currency,
        )
      : { coupon: findOrRefuse(world, 'coupon', couponId ?? '', 'discounts[0][coupon]'), code: null }
    if (!couponNow(world, reduction.coupon).valid)
      throw invalid(`Coupon expired: ${reduction.coupon.id}`, 'discounts[0][coupon]', 'coupon_expired')
    if (reduction.coupon.currency && reduction.coupon.currency !== buyer.currency)
      throw invalid('The coupon is for another currency.', 'discounts[0][coupon]')
    return reduction
  })
}

export function addDiscount(
  world: World,
  { coupon, code }: Reduction,
  subscription: Pick<Kinds['subscription'], 'id' | 'customer'>,
): Discount {
  const now = world.now()
  world.amend(coupon, { times_redeemed: coupon.times_redeemed + 1 })
  if (code) {
    world.amend(code, { times_redeemed: code.times_redeemed + 1 }, 'promotion_code.updated')
    promotionCodeNow(world, code)
  }
  const end = coupon.duration === 'repeating' ? addMonths(now, coupon.duration_in_months ?? 1) : null
  const discount: Discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: subscription.customer,
    customer_account: null,
    end,
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: now,
    subscription: subscription.id,
    subscription_item: null,
  }
  world.store.add(discount)
  world.emit('customer.discount.created', discount)
  return discount
}

export type AmountOff = { amount: number; discount: string }

/** The amount each discount takes off in turn, in cents. */
export function amountsOff(
  subtotal: number,
  reductions: readonly { coupon: Kinds['coupon']; discount: string }[],
): AmountOff[] {
  let left = subtotal
  return reductions.map(({ coupon, discount }) => {
    const amount = offFor(coupon, left)
    left -= amount
    return { amount, discount }
  })
}

/** The discounts that still apply at a subscription's renewal: not `once`, and not expired. */
export const discountsToCome = (world: World, subscription: Kinds['subscription']): string[] =>
  subscription.discounts.filter((id) => {
    const discount = world.store.find('discount', id)
    const coupon = world.store.find('coupon', discount?.source.coupon ?? '')
    return discount && coupon && coupon.duration !== 'once' && (discount.end ?? Infinity) > world.now()
  })

/** Like `discountsToCome`, at the renewal itself, where used-up discounts are removed. */
export function lastingDiscounts(world: World, subscription: Kinds['subscription']): string[] {
  const lasting = discountsToCome(world, subscription)
  for (const id of subscription.discounts) {
    const discount = lasting.includes(id) ? undefined : world.store.find('discount', id)
    if (discount) world.emit('customer.discount.deleted', discount)
  }
  return lasting
}
