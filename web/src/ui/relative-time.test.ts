import { describe, expect, it } from 'vitest'
import { timeAgo, timeAgoInWeeks, timeAgoOrDate } from './relative-time.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

describe('relative time', () => {
  it.each([
    [0.99, 'Just now', 'Just now'],
    [1, '1h ago', '1h ago'],
    [23.9, '23h ago', '23h ago'],
    [24, '1d ago', '1d ago'],
    [167.9, '6d ago', '6d ago'],
    [168, '7d ago', '1w ago'],
    [168 * 5, '35d ago', '5w ago'],
  ])('%d hours are %s on cards and %s on the tips pages [SYS-12]', (hours, onCards, onTipsPages) => {
    expect(timeAgo(hoursAgo(hours), now)).toBe(onCards)
    expect(timeAgoInWeeks(hoursAgo(hours), now)).toBe(onTipsPages)
  })

  it.each([
    [167.9, '6d ago'],
    [168, 'Feb 22'],
    [24 * 200, 'Aug 13, 2025'],
  ])('%d hours are %s in comments and on the page of a post [SYS-12]', (hours, words) => {
    expect(timeAgoOrDate(hoursAgo(hours), now)).toBe(words)
  })

  it('says “just now” for a time slightly in the future [SYS-12]', () => {
    expect(timeAgo(hoursAgo(-0.5), now)).toBe('Just now')
  })
})
