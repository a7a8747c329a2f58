export const normalizePromoCode = (typed: string) => typed.trim().toUpperCase()

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

export const isFree = (applied: AppliedCode | null) => applied !== null && applied.finalPrice === 0
