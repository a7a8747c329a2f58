import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { Queryable } from '#db/database.ts'
import type { Payments } from '#payments/payments.ts'
import type { Services } from '#services.ts'
import { type PromoCode, promoCodes } from '../schema.ts'

const couponOf = ({ promotion: { coupon } }: Stripe.PromotionCode) =>
  typeof coupon === 'string' ? null : coupon

/** The rules of a code in its metadata at Stripe, where each is on unless it says "no". */
export function termsOf(promotion: Stripe.PromotionCode, { price }: Pick<Payments, 'price'>) {
  const coupon = couponOf(promotion)
  const metadata: Record<string, string> = { ...coupon?.metadata, ...promotion.metadata }
  const isOn = (name: string) => metadata[name]?.toLowerCase() !== 'no'
  const isFree = coupon?.percent_off === 100 || (coupon?.amount_off ?? 0) >= price.unitAmountCents
  const isOncePerPerson = isOn('once_per_person')
  return {
    code: promotion.code.toUpperCase(),
    isOncePerPerson,
    isOncePerCard: isOncePerPerson,
    isForNewMembers: isOn('new_members_only'),
    needsCard: isFree && isOn('card_required'),
  }
}

const monthsOf = ({ duration, duration_in_months }: Stripe.Coupon) =>
  duration === 'forever' ? null : duration === 'once' ? 1 : duration_in_months

const dateOf = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

/** Saves a code that was made in Stripe's dashboard. From then on its rules are those of the row. */
export async function adoptPromoCode(
  { payments, clock, db }: Pick<Services, 'payments' | 'clock'> & { db: Queryable },
  promotion: Stripe.PromotionCode,
): Promise<PromoCode> {
  const coupon = couponOf(promotion)
  if (!coupon) throw new Error(`the coupon of ${promotion.id} was not expanded`)
  const isOver = !promotion.active || !coupon.valid
  const values: PromoCode = {
    ...termsOf(promotion, payments),
    campaign: '',
    percentOff: coupon.percent_off,
    amountOffCents: coupon.amount_off,
    months: monthsOf(coupon),
    maxUses: promotion.max_redemptions,
    expiresAt: dateOf(promotion.expires_at ?? coupon.redeem_by),
    promotionId: promotion.id,
    createdAt: new Date(promotion.created * 1000),
    endedAt: isOver ? clock.now() : null,
  }
  const [added] = await db.insert(promoCodes).values(values).onConflictDoNothing().returning()
  if (added) return added
  const [known] = await db.select().from(promoCodes).where(eq(promoCodes.code, values.code))
  return known ?? values
}

/** Adopts every code at Stripe that is not saved yet, except those made for one customer. */
export async function adoptPromoCodes(services: Pick<Services, 'payments' | 'clock' | 'db'>): Promise<void> {
  const { db, payments } = services
  const saved = await db.select({ code: promoCodes.code }).from(promoCodes)
  const known = new Set(saved.map(({ code }) => code))
  const all = payments.stripe.promotionCodes.list({ limit: 100, expand: ['data.promotion.coupon'] })
  for (const promotion of await all.autoPagingToArray({ limit: 1000 }))
    if (!promotion.customer && !known.has(promotion.code.toUpperCase()) && couponOf(promotion))
      await adoptPromoCode(services, promotion)
}

/** Creates a saved code at Stripe, or finds the one that an earlier attempt created. Safe to repeat. */
export async function ensureAtStripe(
  { payments: { stripe, price }, db }: Pick<Services, 'payments'> & { db: Queryable },
  { code, campaign, percentOff, amountOffCents, months }: PromoCode,
): Promise<Stripe.PromotionCode> {
  const expand = ['promotion.coupon']
  const earlier = await stripe.promotionCodes.list({
    code,
    active: true,
    limit: 10,
    expand: ['data.promotion.coupon'],
  })
  let promotion = earlier.data.find(({ customer }) => !customer)
  if (!promotion) {
    const off =
      percentOff === null
        ? { amount_off: amountOffCents ?? 0, currency: price.currency }
        : { percent_off: percentOff }
    const duration =
      months === null
        ? { duration: 'forever' as const }
        : months === 1
          ? { duration: 'once' as const }
          : { duration: 'repeating' as const, duration_in_months: months }
    // Stripe shows at most 40 characters on the invoice.
    const terms = {
      ...off,
      ...duration,
      name: code.slice(0, 40),
      ...(campaign ? { metadata: { campaign } } : {}),
    }
    // Stripe refuses a key that comes with other terms, as when a failed code is made again.
    const termsHash = createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 16)
    const coupon = await stripe.coupons.create(terms, { idempotencyKey: `promo:${code}:${termsHash}` })
    promotion = await stripe.promotionCodes.create(
      { code, promotion: { type: 'coupon', coupon: coupon.id }, expand },
      { idempotencyKey: `promo:${code}:${coupon.id}` },
    )
  }
  await db
    .update(promoCodes)
    .set({ promotionId: promotion.id })
    .where(and(eq(promoCodes.code, code), isNull(promoCodes.promotionId)))
  return promotion
}
