import type { Params } from '#api/form.ts'
import { flag, metadata, oneOf, required, text, integer } from '#api/params.ts'
import { invalid } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, stateFlag, type Route } from '#api/route.ts'
import { newId, randomText } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { couponNow } from '#resources/coupons.ts'

type PromotionCode = Kinds['promotion_code']

function refuseTaken(world: World, code: string): void {
  const { data } = world.store.page({ kind: 'promotion_code', where: { state: 'true' }, limit: 1000 })
  const isTaken = data.some((other) => other.code.toUpperCase() === code.toUpperCase())
  if (isTaken)
    throw invalid(
      'An active promotion code with this code already exists.',
      'code',
      'resource_already_exists',
    )
}

function create(world: World, params: Params): PromotionCode {
  required(params, 'promotion.type')
  oneOf(params, 'promotion.type', ['coupon'])
  const coupon = findOrRefuse(world, 'coupon', required(params, 'promotion.coupon'), 'promotion[coupon]')
  const code = text(params, 'code') || randomText(8).toUpperCase()
  if (!/^[a-zA-Z0-9-]{1,500}$/.test(code))
    throw invalid('A promotion code is made of letters, digits and dashes.', 'code')
  refuseTaken(world, code)
  const promotionCode: PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    active: flag(params, 'active') ?? true,
    code,
    created: world.now(),
    customer: text(params, 'customer') || null,
    customer_account: null,
    expires_at: integer(params, 'expires_at') ?? null,
    livemode: false,
    max_redemptions: integer(params, 'max_redemptions') ?? null,
    metadata: metadata(params),
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: {
      first_time_transaction: flag(params, 'restrictions.first_time_transaction') ?? false,
      minimum_amount: integer(params, 'restrictions.minimum_amount') ?? null,
      minimum_amount_currency: text(params, 'restrictions.minimum_amount_currency') || null,
    },
    times_redeemed: 0,
  }
  world.store.add(promotionCode)
  world.emit('promotion_code.created', promotionCode)
  return promotionCode
}

/** Saves `active: false` once the code has expired or is used up, as Stripe shows it. */
export function promotionCodeNow(world: World, code: PromotionCode): PromotionCode {
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions
  const isPast = code.expires_at !== null && code.expires_at <= world.now()
  const coupon = world.store.find('coupon', code.promotion.coupon ?? '')
  const isDead = isUsedUp || isPast || !coupon || !couponNow(world, coupon).valid
  // Expiry by a test clock does not count for other customers.
  if (code.active && isDead && !isUsedUp && world.isRehearsed()) return { ...code, active: false }
  if (code.active && isDead) world.amend(code, { active: false }, 'promotion_code.updated')
  return code
}

// Expired codes are updated first, so that `active` filters correctly.
function putAwayDead(world: World): void {
  for (const code of world.store.page({ kind: 'promotion_code', where: { state: 'true' }, limit: 1000 }).data)
    promotionCodeNow(world, code)
}

export const promotionCodeRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/promotion_codes',
    takes: [
      'promotion.type',
      'promotion.coupon',
      'code',
      'customer',
      'active',
      'expires_at',
      'max_redemptions',
      'restrictions.first_time_transaction',
      'restrictions.minimum_amount',
      'restrictions.minimum_amount_currency',
      'metadata.*',
    ],
    run: (world, { params }) => create(world, params),
  },
  listRoute(
    '/v1/promotion_codes',
    'promotion_code',
    ['code', 'active', 'coupon', 'customer'],
    (params, world) => {
      putAwayDead(world)
      return {
        where: {
          label: storedSpelling(world, text(params, 'code')),
          parent: text(params, 'coupon') ?? null,
          customer: text(params, 'customer') ?? null,
          ...stateFlag(params, 'active'),
        },
      }
    },
  ),
  readRoute('/v1/promotion_codes/:id', 'promotion_code', promotionCodeNow),
  {
    method: 'POST',
    path: '/v1/promotion_codes/:id',
    takes: ['active', 'metadata.*'],
    run(world, { id, params }) {
      const code = promotionCodeNow(world, findOrRefuse(world, 'promotion_code', id))
      const active = flag(params, 'active') ?? code.active
      if (active && !code.active) refuseTaken(world, code.code)
      const patch = { active, metadata: metadata(params, code.metadata ?? {}) }
      return world.amend(code, patch, 'promotion_code.updated')
    },
  },
]

// Codes match case-insensitively.
function storedSpelling(world: World, code: string | undefined): string | null {
  if (!code) return null
  const row = world.store
    .sql(
      "SELECT label FROM objects WHERE kind = 'promotion_code' AND label = ? COLLATE NOCASE ORDER BY seq DESC",
    )
    .get(code)
  return row ? String(row['label']) : code
}
