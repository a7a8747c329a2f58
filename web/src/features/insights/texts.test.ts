import { describe, expect, it } from 'vitest'
import { asChange, countedText, inFewDollars, inPercent, monthAt, rowText, shortMonth } from './texts.ts'

describe('numbers in words', () => {
  it('shorten money for an axis, and keep its direction in a change', () => {
    expect([0, 1299, 120_000, -250].map(inFewDollars)).toEqual(['$0', '$12.99', '$1.2K', '-$2.5'])
    expect([1299, 0, -500].map(asChange)).toEqual(['+$12.99', '$0.00', '-$5.00'])
    expect([0.0825, 1, 0].map(inPercent)).toEqual(['8.3%', '100%', '0%'])
  })

  it('name months by UTC, with the year where one begins', () => {
    expect(['2026-10-01', '2027-01-01'].map(shortMonth)).toEqual(['Oct', 'Jan 27'])
    expect(monthAt(Date.parse('2026-11-30T23:59:59Z'))).toBe('2026-11-01')
  })

  it('say when everything was counted', () => {
    const at = '2026-11-20T12:00:00.000Z'
    const after = (seconds: number) => countedText(at, Date.parse(at) + seconds * 1000)
    expect([-2, 4].map(after)).toEqual(['Counted just now', 'Counted just now'])
    expect([5, 59].map(after)).toEqual(['Counted a few seconds ago', 'Counted a few seconds ago'])
    expect([60, 150, 3600].map(after)).toEqual([
      'Counted 1 minute ago',
      'Counted 2 minutes ago',
      'Counted 1 hour ago',
    ])
  })

  it('name rows by their kind, and posts by their own titles', () => {
    expect(rowText({ what: 'dispute_reversed', postId: null })).toBe('Dispute won')
    expect(rowText({ what: 'lost_by_choice', postId: null })).toBe('Voluntary Churn')
    expect(rowText({ what: 'tip', postId: 'post' })).toBe('tip')
    expect(rowText({ what: 'toString', postId: null })).toBe('toString')
  })
})
