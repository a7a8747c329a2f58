import type { PeriodName } from '@touchline/contract/insights.ts'
import { describe, expect, it } from 'vitest'
import { periodOf } from './period.ts'

const on = (day: string, name: PeriodName = 'this_month', known = ['2024-01-01']) =>
  periodOf(name, known, new Date(`${day}T12:00:00Z`))

const offered = (first: string[]) => on('2027-02-15', 'this_month', first).available

describe('a period', () => {
  it('compares the running month with the same days of the month before [ANA-1]', () => {
    expect(on('2026-11-26')).toMatchObject({
      from: '2026-11-01',
      through: '2026-11-01',
      earlier: { from: '2026-10-01', through: '2026-10-01', until: '2026-10-27T00:00:00.000Z' },
    })
    expect(on('2027-01-01').earlier).toEqual({
      from: '2026-12-01',
      through: '2026-12-01',
      until: '2026-12-02T00:00:00.000Z',
    })
  })

  it('compares with the whole month before when that one is shorter [ANA-1]', () => {
    const february = { from: '2027-02-01', through: '2027-02-01' }
    expect(on('2027-03-27').earlier).toEqual({ ...february, until: '2027-02-28T00:00:00.000Z' })
    for (const day of ['28', '29', '30', '31'])
      expect(on(`2027-03-${day}`).earlier).toEqual({ ...february, until: null })
    expect(on('2028-03-28').earlier?.until).toBe('2028-02-29T00:00:00.000Z')
    expect(on('2028-03-29').earlier?.until).toBeNull()
  })

  it('compares full months with as many full months before [ANA-1]', () => {
    expect(on('2027-01-15', 'last_month')).toMatchObject({
      from: '2026-12-01',
      through: '2026-12-01',
      earlier: { from: '2026-11-01', through: '2026-11-01', until: null },
    })
    expect(on('2027-02-15', 'last_3_months')).toMatchObject({
      from: '2026-12-01',
      through: '2027-02-01',
      earlier: { from: '2026-09-01', through: '2026-11-01', until: '2026-11-16T00:00:00.000Z' },
    })
    expect(on('2027-02-28', 'last_12_months')).toMatchObject({
      from: '2026-03-01',
      through: '2027-02-01',
      earlier: { from: '2025-03-01', through: '2026-02-01', until: null },
    })
  })

  it('covers all time from the first known month and compares it with nothing [ANA-1]', () => {
    expect(on('2027-02-15', 'all', ['2026-12-01', '2026-10-01'])).toMatchObject({
      from: '2026-10-01',
      through: '2027-02-01',
      earlier: null,
      trendMonths: ['2026-10-01', '2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01'],
    })
  })

  it('is offered as far as the known months reach back [ANA-1]', () => {
    expect(offered([])).toEqual(['this_month'])
    expect(offered(['2027-02-01'])).toEqual(['this_month'])
    expect(offered(['2027-01-01'])).toEqual(['this_month', 'last_month', 'all'])
    expect(offered(['2026-12-01'])).toEqual(['this_month', 'last_month', 'all'])
    expect(offered(['2026-11-01'])).toEqual(['this_month', 'last_month', 'last_3_months', 'all'])
    expect(offered(['2026-02-01'])).toEqual([
      'this_month',
      'last_month',
      'last_3_months',
      'last_12_months',
      'all',
    ])
  })

  it('has a trend of at most twelve months that ends with it [ANA-1]', () => {
    const { trendMonths } = on('2027-02-15', 'last_month')
    expect(trendMonths).toHaveLength(12)
    expect([trendMonths[0], trendMonths.at(-1)]).toEqual(['2026-02-01', '2027-01-01'])
    expect(on('2027-02-15', 'this_month', []).trendMonths).toEqual(['2027-02-01'])
    expect(on('2027-02-15', 'last_month', []).trendMonths).toEqual([])
    expect(on('2027-02-15', 'this_month', ['2027-03-01']).trendMonths).toEqual(['2027-02-01'])
  })
})
