import type { Params } from '#api/form.ts'
import { metadata, oneOf, required, text, integer } from '#api/params.ts'
import { invalid } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { randomText } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

type Coupon = Kinds['coupon']

function percentOf(params: Params): number | null {
  const value = text(params, 'percent_off')
  if (!value) return null
  const percent = Number(value)
  if (!(percent > 0 && percent <= 100))
    throw invalid('Invalid decimal; must be between 0 and 100', 'percent_off')
  return percent
}

function create(world: World, params: Params): Coupon {
  const percent = percentOf(params)
  const amount = integer(params, 'amount_off') ?? null
  if ((percent === null) === (amount === null))
    throw invalid('You must pass exactly one of `amount_off` or `percent_off`.')
  if (amount !== null && amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount_off')
  const duration = oneOf(params, 'duration', ['once', 'repeating', 'forever']) ?? 'once'
  const months = integer(params, 'duration_in_months') ?? null
  if ((duration === 'repeating') !== (months !== null))
    throw invalid('`duration_in_months` goes with the duration `repeating`.', 'duration_in_months')
  const id = text(params, 'id') || randomText(8)
  if (world.store.findAny(id)) throw invalid('Coupon already exists.', 'id', 'resource_already_exists')
  const coupon: Coupon = {
    id,
    object: 'coupon',
    amount_off: amount,
    created: world.now(),
    currency: amount === null ? null : required(params, 'currency').toLowerCase(),
    duration,
    duration_in_months: months,
    livemode: false,
    max_redemptions: integer(params, 'max_redemptions') ?? null,
    metadata: metadata(params),
    name: text(params, 'name') || null,
    percent_off: percent,
    redeem_by: integer(params, 'redeem_by') ?? null,
    times_redeemed: 0,
    valid: true,
  }
  return world.store.add(coupon)
}

/** The coupon with its current `valid`: redemptions left and not expired. */
export function couponNow(world: World, coupon: Coupon): Coupon {
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  const isPast = coupon.redeem_by !== null && coupon.redeem_by <= world.now()
  coupon.valid = !isUsedUp && !isPast
  return coupon
}

/** A coupon's discount on an amount, in cents; percentages round half up. */
export function offFor(coupon: Coupon, amount: number): number {
  const off = coupon.amount_off ?? Math.round((amount * (coupon.percent_off ?? 0)) / 100)
  return Math.min(off, amount)
}

export const couponRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/coupons',
    takes: [
      'id',
      'percent_off',
      'amount_off',
      'currency',
      'duration',
      'duration_in_months',
      'max_redemptions',
      'redeem_by',
      'name',
      'metadata.*',
    ],
    run: (world, { params }) => create(world, params),
  },
  listRoute('/v1/coupons', 'coupon', [], undefined, couponNow),
  readRoute('/v1/coupons/:id', 'coupon', couponNow),
  {
    method: 'POST',
    path: '/v1/coupons/:id',
    takes: ['name', 'metadata.*'],
    run(world, { id, params }) {
      const coupon = findOrRefuse(world, 'coupon', id)
      return world.amend(coupon, {
        name: text(params, 'name') ?? coupon.name,
        metadata: metadata(params, coupon.metadata ?? {}),
      })
    },
  },
  {
    method: 'DELETE',
    path: '/v1/coupons/:id',
    run(world, { id }) {
      findOrRefuse(world, 'coupon', id)
      world.store.remove(id)
      return { id, object: 'coupon', deleted: true }
    },
  },
]
