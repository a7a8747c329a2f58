import { api } from '@touchline/contract/api.ts'
import { expect, it } from 'vitest'
import { missedCall, missedText } from './missed-posts.tsx'

const now = Date.parse('2026-03-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const since = daysAgo(30)

it('matches the contract', () => {
  const { method, path } = api.feed.showMissed
  expect(missedCall).toEqual({ method, path })
})

it.each([
  [{ count: 9, newestAt: daysAgo(0.2), since }, '9 posts since you left, the newest today'],
  [{ count: 1, newestAt: daysAgo(1.5), since }, '1 post since you left, the newest yesterday'],
  [{ count: 100, newestAt: daysAgo(3), since }, '100 or more posts since you left, the newest 3 days ago'],
  [{ count: 1240, newestAt: daysAgo(16), since: null }, '1,240 posts for members, the newest on Mar 4'],
])('says what a person without access misses: %o [NOACC-1]', (missed, text) => {
  expect(missedText(missed, now)).toBe(text)
})
