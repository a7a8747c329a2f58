import type { Services } from '#services.ts'
import { previewWith, promotionCodeOf } from './promo-codes.ts'

/** What a promo code takes off the first month and what is left to pay, in dollars, as the provider reckons it. */
export async function validatePromoCode(
  { payments, clock }: Pick<Services, 'payments' | 'clock'>,
  code: string,
  customerId: string | null,
) {
  const promotion = await promotionCodeOf(payments, clock, code, customerId)
  const { discountCents, totalCents } = await previewWith(payments, promotion)
  return { code: promotion.code, discountAmount: discountCents / 100, finalPrice: totalCents / 100 }
}
