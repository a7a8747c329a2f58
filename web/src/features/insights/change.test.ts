import { describe, expect, it } from 'vitest'
import { toPeriodSearch } from './period-search.ts'
import { inDollars, inMembers } from './texts.ts'
import { daysText, lastDayBefore, signed, signedPercent } from './change.tsx'

describe('a period', () => {
  it('is in the address unless it is the running month', () => {
    expect(toPeriodSearch({ period: 'last_3_months' })).toEqual({ period: 'last_3_months' })
    for (const period of ['this_month', 'toString', 'this_week', 7, ['all'], undefined])
      expect(toPeriodSearch({ period })).toEqual({})
  })

  it('names the days it is compared with', () => {
    const october = { from: '2026-10-01', through: '2026-10-01' }
    expect(daysText({ ...october, until: null })).toBe('October 2026')
    expect(daysText({ ...october, until: '2026-10-27T00:00:00.000Z' })).toBe('October 1 to 26')
    expect(daysText({ ...october, until: '2026-10-02T00:00:00.000Z' })).toBe('October 1')
    const summer = { from: '2026-06-01', through: '2026-08-01' }
    expect(daysText({ ...summer, until: null })).toBe('June 2026 to August 2026')
    expect(daysText({ ...summer, until: '2026-08-27T00:00:00.000Z' })).toBe('June 1 to August 26')
    expect(['2026-11-01', '2027-01-01', '2028-03-01'].map(lastDayBefore)).toEqual([
      'October 31',
      'December 31',
      'February 29',
    ])
  })

  it('has changes with a sign', () => {
    expect([1, -2].map((change) => signed(change, inMembers))).toEqual(['+1 member', '-2 members'])
    expect(signed(-1299, inDollars)).toBe('-$12.99')
    expect([0.0964, -0.5].map(signedPercent)).toEqual(['+9.6%', '-50%'])
  })
})
