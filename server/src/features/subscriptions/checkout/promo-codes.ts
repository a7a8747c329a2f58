import { Stripe } from 'stripe'
import { Refusal } from '#errors.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals, toRefusal } from '#payments/provider-errors.ts'
import type { Payments } from '#payments/payments.ts'
import type { Clock } from '#time/clock.ts'
/** The rules of a code. Its metadata at Stripe may switch them off. */
export type CodeRules = {
  /** In capitals, as on the form: Stripe ignores the case of a code. */
  code: string
  isOnce: boolean
  isForNewMembers: boolean
  /** The first month is free, and a card has to be saved for the next one. */
  needsCard: boolean
}

export const invalidPromoCode = (message: string) => new Refusal(404, 'invalid_promo_code', message)

async function findPromotionCode({ stripe }: Payments, code: string, customerId: string | null) {
  const found = await withRefusals(
    stripe.promotionCodes.list({ code, limit: 10, expand: ['data.promotion.coupon'] }),
  )
  // The same code may also exist for another customer alone.
  const theirs = found.data.filter(({ customer }) => !customer || idOf(customer) === customerId)
  return theirs.find(({ active }) => active) ?? theirs[0]
}

/** The rules of a reserved code, even if it is used up since; null if it was deleted. */
export async function rulesOfReserved(
  payments: Payments,
  code: string,
  customerId: string | null,
): Promise<CodeRules | null> {
  const promotion = await findPromotionCode(payments, code, customerId)
  return promotion ? rulesOf(promotion, payments) : null
}

/** Throws 404 with the reason. `customerId` is the buyer's; null for a new one. */
export async function promotionCodeOf(
  payments: Payments,
  clock: Clock,
  code: string,
  customerId: string | null,
): Promise<Stripe.PromotionCode> {
  const { stripe, price } = payments
  const promotion = await findPromotionCode(payments, code, customerId)
  const coupon = promotion?.promotion.coupon
  if (!promotion || !coupon || typeof coupon === 'string')
    throw invalidPromoCode('This promo code does not exist.')
  const expiresAt = promotion.expires_at ?? coupon.redeem_by
  if (expiresAt && expiresAt * 1000 <= clock.now().getTime())
    throw invalidPromoCode('This promo code has expired.')
  const isUsedUp = promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions
  if (isUsedUp) throw invalidPromoCode('This promo code has been used up.')
  if (!promotion.active || !coupon.valid) throw invalidPromoCode('This promo code is no longer valid.')
  const { minimum_amount, minimum_amount_currency } = promotion.restrictions
  const isTooSmall = minimum_amount !== null && minimum_amount > price.unitAmountCents
  const isOtherMoney = (minimum_amount_currency ?? coupon.currency ?? price.currency) !== price.currency
  if (isTooSmall || isOtherMoney) throw invalidPromoCode('This promo code is not for this membership.')
  if (promotion.restrictions.first_time_transaction && customerId && (await hasPaid(stripe, customerId)))
    throw invalidPromoCode('This promo code is for a first payment only.')
  return promotion
}

/** `once_per_person`, `new_members_only` and `card_required` in the metadata switch a rule off with "no". */
export function rulesOf(promotion: Stripe.PromotionCode, { price }: Pick<Payments, 'price'>): CodeRules {
  const coupon = typeof promotion.promotion.coupon === 'string' ? null : promotion.promotion.coupon
  const metadata: Record<string, string> = { ...coupon?.metadata, ...promotion.metadata }
  const isOn = (name: string) => metadata[name]?.toLowerCase() !== 'no'
  const isFree = coupon?.percent_off === 100 || (coupon?.amount_off ?? 0) >= price.unitAmountCents
  return {
    code: promotion.code.toUpperCase(),
    isOnce: isOn('once_per_person'),
    isForNewMembers: isOn('new_members_only') && !promotion.customer,
    needsCard: isFree && isOn('card_required'),
  }
}

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
