import type { PromoCodeChange } from '@touchline/contract/promo-codes.ts'
import { eq } from 'drizzle-orm'
import { conflict, invalid, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { type PromoCode, promoCodes } from '../schema.ts'

const ended = () => conflict('This code has ended and cannot be started again. Make a new one.')

/**
 * Changes campaign, limit and expiry. Throws 404, 409 for an ended code, 400 for a past date or what Stripe forbids.
 */
export async function changePromoCode(
  { payments, clock, db }: Pick<Services, 'payments' | 'clock' | 'db'>,
  actorId: string,
  code: string,
  { campaign, maxUses, expiresAt }: PromoCodeChange,
): Promise<void> {
  const until = expiresAt === null ? null : new Date(expiresAt)
  const [known] = await db.select().from(promoCodes).where(eq(promoCodes.code, code))
  if (!known) throw notFound('Promo code')
  if (known.endedAt) throw ended()
  const isNewDate = until?.getTime() !== known.expiresAt?.getTime()
  if (until && isNewDate && until <= clock.now())
    throw invalid('This date is over.', { expiresAt: 'Choose a date in the future.' })
  if (known.promotionId) await refuseBeyondStripe(payments, known.promotionId, { maxUses, until })
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code)).for('update')
    if (!found) throw notFound('Promo code')
    if (found.endedAt) throw ended()
    await tx.update(promoCodes).set({ campaign, maxUses, expiresAt: until }).where(eq(promoCodes.code, code))
    await recordAct(tx, { actorId, action: 'promo_code_changed', subject: code, at: clock.now() })
  })
}

/** Stripe does not let the limits of a code made in its dashboard be changed. */
async function refuseBeyondStripe(
  { stripe }: Services['payments'],
  promotionId: string,
  { maxUses, until }: { maxUses: PromoCode['maxUses']; until: Date | null },
): Promise<void> {
  const promotion = await withRefusals(
    stripe.promotionCodes.retrieve(promotionId, { expand: ['promotion.coupon'] }),
  )
  const { coupon } = promotion.promotion
  const stripeMax = promotion.max_redemptions
  if (stripeMax !== null && (maxUses === null || maxUses > stripeMax)) {
    const sentence = `This code was made at Stripe, where its limit is ${stripeMax} and cannot be changed.`
    throw invalid(sentence, { maxUses: sentence })
  }
  const lastSecond = promotion.expires_at ?? (typeof coupon === 'object' ? coupon?.redeem_by : null)
  if (lastSecond && (!until || until.getTime() > lastSecond * 1000)) {
    const sentence = 'This code was made at Stripe, where it ends earlier and cannot be changed.'
    throw invalid(sentence, { expiresAt: sentence })
  }
}
