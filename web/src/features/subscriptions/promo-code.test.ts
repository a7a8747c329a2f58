import { describe, expect, it } from 'vitest'
import { isFree, canApply, normalizePromoCode } from './promo-code.ts'

describe('a promo code', () => {
  it('is trimmed and put into capitals before it is sent [SUB-5]', () => {
    expect(normalizePromoCode('  welcome25 ')).toBe('WELCOME25')
  })

  it('cannot be applied while empty [SUB-5]', () => {
    expect(['', '   ', ' x '].map(canApply)).toEqual([false, false, true])
  })

  it('needs no payment when nothing is left to pay [SUB-6]', () => {
    expect(
      isFree({
        code: 'FULLTIME',
        discountAmount: 12.99,
        finalPrice: 0,
        renewalPrice: 12.99,
        cardRequired: true,
      }),
    ).toBe(true)
    expect(
      isFree({
        code: 'FIVEOFF',
        discountAmount: 5,
        finalPrice: 7.99,
        renewalPrice: 12.99,
        cardRequired: true,
      }),
    ).toBe(false)
    expect(isFree(null)).toBe(false)
  })
})
