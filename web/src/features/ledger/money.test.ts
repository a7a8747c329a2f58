import { describe, expect, it } from 'vitest'
import { amountProblem, formatSide, toCents } from './money.ts'

describe('money on the books page', () => {
  it('parses typed amounts and nothing else', () => {
    expect(['12', '12.5', '$12.99', ' 0.01 ', '1299.00'].map(toCents)).toEqual([1200, 1250, 1299, 1, 129_900])
    expect(['', 'all', '12,99', '1.999', '-5', '1e3'].map(toCents)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('refuses zero and more than the rest with a sentence', () => {
    expect(amountProblem(toCents('five'), 1299)).toContain('like 12.99')
    expect(amountProblem(0, 1299)).toBe('Refund at least one cent.')
    expect(amountProblem(1300, 1299)).toBe('At most $12.99 can be refunded.')
    expect(amountProblem(1299, 1299)).toBeNull()
  })

  it('formats amounts in dollars and counts as numbers', () => {
    expect([formatSide(-129_900, 'cents'), formatSide(12_345, 'count')]).toEqual(['-$1,299.00', '12,345'])
  })
})
