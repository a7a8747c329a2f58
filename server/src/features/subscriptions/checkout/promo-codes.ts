import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import type { Queryable } from '#db/database.ts'
import { Refusal } from '#errors.ts'
import { idOf } from '#payments/id-of.ts'
import type { Payments } from '#payments/payments.ts'
import { toRefusal, withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { type PromoCode, promoCodes } from '../schema.ts'
import { adoptPromoCode, ensureAtStripe, termsOf } from './promo-codes-at-stripe.ts'

/** The rules that a start with a code has to meet. */
export type CodeRules = Pick<
  PromoCode,
  'code' | 'isOncePerPerson' | 'isOncePerCard' | 'isForNewMembers' | 'needsCard' | 'maxUses'
>

export type ValidCode = { promotion: Stripe.PromotionCode; rules: CodeRules }

type ForCodes = Pick<Services, 'payments' | 'clock' | 'db'>

export const invalidPromoCode = (message: string) => new Refusal(404, 'invalid_promo_code', message)

const noLongerValid = () => invalidPromoCode('This promo code is no longer valid.')
const expired = () => invalidPromoCode('This promo code has expired.')
export const usedUp = () => invalidPromoCode('This promo code has been used up.')

async function findPromotionCode({ stripe }: Payments, code: string, customerId: string | null) {
  const found = await withRefusals(
    stripe.promotionCodes.list({ code, limit: 10, expand: ['data.promotion.coupon'] }),
  )
  // The same code may also exist for another customer alone.
  const theirs = found.data.filter(({ customer }) => !customer || idOf(customer) === customerId)
  return theirs.find(({ active }) => active) ?? theirs[0]
}

async function savedCode(db: Queryable, code: string): Promise<PromoCode | undefined> {
  const [found] = await db.select().from(promoCodes).where(eq(promoCodes.code, code.toUpperCase()))
  return found
}

/** The rules of a reserved code, even if it is used up since; null if it was deleted. */
export async function rulesOfReserved(
  { payments, clock, db }: ForCodes,
  code: string,
  customerId: string | null,
): Promise<CodeRules | null> {
  const promotion = await findPromotionCode(payments, code, customerId)
  if (!promotion) return null
  return promotion.customer
    ? rulesOf(promotion, payments)
    : ((await savedCode(db, code)) ?? adoptPromoCode({ payments, clock, db }, promotion))
}

/** Throws 404 with the reason. `customerId` is the buyer's; null for a new one. */
export async function promotionCodeOf(
  { payments, clock, db }: ForCodes,
  code: string,
  customerId: string | null,
): Promise<ValidCode> {
  const { stripe, price } = payments
  const saved = await savedCode(db, code)
  const promotion =
    (await findPromotionCode(payments, code, customerId)) ??
    (saved && !saved.promotionId && !saved.endedAt
      ? await withRefusals(ensureAtStripe({ payments, db }, saved))
      : undefined)
  const coupon = promotion?.promotion.coupon
  if (!promotion || !coupon || typeof coupon === 'string')
    throw invalidPromoCode('This promo code does not exist.')
  const now = clock.now().getTime()
  const expiresAt = promotion.expires_at ?? coupon.redeem_by
  if (expiresAt && expiresAt * 1000 <= now) throw expired()
  const isUsedUp = promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions
  if (isUsedUp) throw usedUp()
  if (!promotion.active || !coupon.valid) throw noLongerValid()
  const { minimum_amount, minimum_amount_currency } = promotion.restrictions
  const isTooSmall = minimum_amount !== null && minimum_amount > price.unitAmountCents
  const isOtherMoney = (minimum_amount_currency ?? coupon.currency ?? price.currency) !== price.currency
  if (isTooSmall || isOtherMoney) throw invalidPromoCode('This promo code is not for this membership.')
  if (promotion.restrictions.first_time_transaction && customerId && (await hasPaid(stripe, customerId)))
    throw invalidPromoCode('This promo code is for a first payment only.')
  if (promotion.customer) return { promotion, rules: rulesOf(promotion, payments) }
  const own = saved ?? (await adoptPromoCode({ payments, clock, db }, promotion))
  if (own.endedAt) throw noLongerValid()
  if (own.expiresAt && own.expiresAt.getTime() <= now) throw expired()
  return { promotion, rules: own }
}

/** The rules of a code made for one customer: its metadata at Stripe. */
const rulesOf = (promotion: Stripe.PromotionCode, payments: Payments): CodeRules => ({
  ...termsOf(promotion, payments),
  isForNewMembers: false,
  maxUses: null,
})

/** Price of every month after the first with a code, in cents. */
export function renewalCents(promotion: Stripe.PromotionCode, totalCents: number, { price }: Payments) {
  const coupon = typeof promotion.promotion.coupon === 'string' ? null : promotion.promotion.coupon
  const isOneMonth =
    coupon?.duration === 'once' || (coupon?.duration === 'repeating' && coupon.duration_in_months === 1)
  return isOneMonth ? price.unitAmountCents : totalCents
}

async function hasPaid(stripe: Stripe, customer: string): Promise<boolean> {
  const { data } = await withRefusals(stripe.charges.list({ customer, limit: 100 }))
  return data.some(({ paid }) => paid)
}

/** Previews what Stripe would charge with this promotion, and the discount, in cents. */
export async function previewWith({ stripe, price }: Payments, promotion: Stripe.PromotionCode) {
  try {
    const preview = await stripe.invoices.createPreview({
      subscription_details: { items: [{ price: price.id, quantity: 1 }] },
      discounts: [{ promotion_code: promotion.id }],
      // A preview without the customer would refuse a code made for one customer.
      ...(promotion.customer ? { customer: idOf(promotion.customer) } : {}),
    })
    return { discountCents: preview.subtotal - preview.total, totalCents: preview.total }
  } catch (error) {
    if (isDiscountRefused(error)) throw invalidPromoCode('This promo code is not for this membership.')
    throw toRefusal(error)
  }
}

/** True if Stripe refused a discount: the last redemption was taken since the check. */
export const isDiscountRefused = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.param?.startsWith('discounts') ||
    error.code?.startsWith('coupon_') ||
    error.code?.startsWith('promotion_code_'))
