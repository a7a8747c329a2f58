import { afterEach, expect, it } from 'vitest'
import {
  formatDay,
  formatDayAndZone,
  formatMoment,
  formatMonth,
  formatUtcDay,
  setDateForm,
} from './format-date.ts'

afterEach(() => setDateForm({ timeZone: 'UTC', style: 'us' }))

it('formats days, months and times in UTC for Americans', () => {
  const at = new Date('2026-11-04T14:30:00Z')
  expect(formatDay(at)).toBe('November 4, 2026')
  expect(formatMonth(at)).toBe('November 2026')
  expect(formatMoment(at)).toBe('November 4, 2026 at 2:30 PM UTC')
})

it('formats days and times in the zone and style of the site, and books in UTC [SITE-9]', () => {
  setDateForm({ timeZone: 'Asia/Tokyo', style: 'uk' })
  const at = new Date('2026-10-31T23:59:59Z')
  expect(formatDay(at)).toBe('1 November 2026')
  expect(formatMoment(at)).toBe('1 November 2026 at 08:59 GMT+9')
  expect(formatDayAndZone(at)).toBe('1 November 2026 (GMT+9)')
  expect(formatUtcDay(at)).toBe('October 31, 2026')
  expect(formatMonth(at)).toBe('October 2026')
})
