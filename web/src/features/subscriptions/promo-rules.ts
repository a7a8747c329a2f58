/** A promo code as it is sent: trimmed and in capitals. */
export const promoCodeFrom = (typed: string) => typed.trim().toUpperCase()

/** Apply needs something to apply. */
export const mayApply = (typed: string) => promoCodeFrom(typed) !== ''

/** A code the server knows, with what it does to the first payment, in dollars. */
export type AppliedCode = { code: string; discountAmount: number; finalPrice: number }

/** With such a code there is nothing to pay, so nobody is asked how. */
export const isFree = (applied: AppliedCode | null) => applied !== null && applied.finalPrice === 0
