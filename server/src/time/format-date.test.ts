import { expect, it } from 'vitest'
import { formatDay, formatMoment, formatMonth } from './format-date.ts'

it('formats days, months and times in UTC for Americans', () => {
  const at = new Date('2026-11-04T14:30:00Z')
  expect(formatDay(at)).toBe('November 4, 2026')
  expect(formatMonth(at)).toBe('November 2026')
  expect(formatMoment(at)).toBe('November 4, 2026 at 2:30 PM UTC')
})
