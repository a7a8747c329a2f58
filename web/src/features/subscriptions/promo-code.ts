/** Normalizes a promo code: trimmed and in capitals. */
export const normalizePromoCode = (typed: string) => typed.trim().toUpperCase()

/** Whether there is a code to apply. */
export const canApply = (typed: string) => normalizePromoCode(typed) !== ''

/** A code that the server accepted: the discount on the first payment and the price of the next, in dollars. */
export type AppliedCode = {
  code: string
  discountAmount: number
  finalPrice: number
  renewalPrice: number
  /** Whether a card is required, even if nothing is due today. */
  cardRequired: boolean
}

/** Whether the code leaves nothing to pay today. */
export const isFree = (applied: AppliedCode | null) => applied !== null && applied.finalPrice === 0
