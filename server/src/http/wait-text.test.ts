import { expect, it } from 'vitest'
import { waitText } from './wait-text.ts'

it.each([
  [1, 'a few seconds'],
  [10, 'a few seconds'],
  [30, '30 seconds'],
  [55, '60 seconds'],
  [60, 'about a minute'],
  [61, 'about 2 minutes'],
  [899, 'about 15 minutes'],
  [3300, 'about 55 minutes'],
  [3599, 'about an hour'],
  [3600, 'about an hour'],
  [3601, 'about 2 hours'],
  [80_000, 'about 23 hours'],
  [86_400, 'about a day'],
])('says %i seconds as "%s"', (seconds, words) => {
  expect(waitText(seconds)).toBe(words)
})
