/** A promo code as it is sent: trimmed and in capitals. */
export const normalizePromoCode = (typed: string) => typed.trim().toUpperCase()

/** Apply needs something to apply. */
export const canApply = (typed: string) => normalizePromoCode(typed) !== ''

/** A code the server knows: what it takes off the first payment, and what the next one costs, in dollars. */
export type AppliedCode = {
  code: string
  discountAmount: number
  finalPrice: number
  renewalPrice: number
  /** Whether a card has to be saved, though nothing may be due today. */
  cardRequired: boolean
}

/** With such a code there is nothing to pay today. */
export const isFree = (applied: AppliedCode | null) => applied !== null && applied.finalPrice === 0
