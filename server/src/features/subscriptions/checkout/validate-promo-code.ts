import { previewWith, promotionCodeOf, renewalCents, rulesOf } from './promo-codes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { refuseUsedCode } from './redemptions.ts'

/** All prices are in dollars. */
export async function validatePromoCode(
  services: Pick<Services, 'payments' | 'clock' | 'db' | 'secret'>,
  code: string,
  viewer: Viewer | null,
) {
  const { payments, clock, db } = services
  const promotion = await promotionCodeOf(payments, clock, code, viewer?.stripeCustomerId ?? null)
  const rules = rulesOf(promotion, payments)
  if (viewer?.role === 'subscriber') await refuseUsedCode(db, services, viewer, rules)
  const { discountCents, totalCents } = await previewWith(payments, promotion)
  return {
    code: promotion.code,
    discountAmount: discountCents / 100,
    finalPrice: totalCents / 100,
    renewalPrice: renewalCents(promotion, totalCents, payments) / 100,
    cardRequired: totalCents > 0 || rules.needsCard,
  }
}
