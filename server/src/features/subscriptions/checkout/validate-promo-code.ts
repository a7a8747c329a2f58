import { previewWith, promotionCodeOf, renewalCents } from './promo-codes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { refuseUsedCode, refuseUsedUp } from './redemptions.ts'

/** All prices are in dollars. */
export async function validatePromoCode(
  services: Pick<Services, 'payments' | 'clock' | 'db' | 'secret'>,
  code: string,
  viewer: Viewer | null,
) {
  const { payments, db } = services
  const { promotion, rules } = await promotionCodeOf(services, code, viewer?.stripeCustomerId ?? null)
  await refuseUsedUp(db, rules)
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
