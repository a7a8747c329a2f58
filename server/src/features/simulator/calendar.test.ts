import { describe, expect, it } from 'vitest'
import { formatDay } from '#time/format-date.ts'
import { daysBetween, leapEnd } from './calendar.ts'

const day = (date: string) => new Date(`${date}T09:30:00Z`)

describe('a leap of the clock', () => {
  it.each([
    ['2026-11-21', 'day', '2026-11-22'],
    ['2026-11-21', 'month', '2026-12-21'],
    ['2026-12-21', 'month', '2027-01-21'],
    ['2027-01-31', 'month', '2027-02-28'],
    ['2026-11-21', 'year', '2027-11-21'],
    ['2028-02-29', 'year', '2029-02-28'],
  ] as const)('leads from %s by a %s to %s', (from, leap, to) => {
    expect(leapEnd(day(from), leap)).toEqual(day(to))
  })

  it('goes day by day, the last one as long as it is', () => {
    const to = new Date('2026-11-23T12:00:00Z')
    expect([...daysBetween(day('2026-11-21'), to)]).toEqual([day('2026-11-22'), day('2026-11-23'), to])
    expect([...daysBetween(day('2026-11-21'), day('2026-11-22'))]).toEqual([day('2026-11-22')])
    expect(formatDay(to)).toBe('November 23, 2026')
  })
})
