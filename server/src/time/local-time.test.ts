import { expect, it } from 'vitest'
import { localMinute, nextLocalMinute } from './local-time.ts'

const next = (at: string, minute: number, zone = 'Europe/Berlin') =>
  nextLocalMinute(new Date(at), zone, minute).toISOString()

it('finds the next local minute across both clock changes [BELL-4]', () => {
  // Clocks go from 02:00 to 03:00 on March 28, 2027, and from 03:00 to 02:00 on October 31.
  expect(next('2027-03-27T17:00:00Z', 18 * 60)).toBe('2027-03-28T16:00:00.000Z')
  expect(next('2027-03-27T22:00:00Z', 7 * 60)).toBe('2027-03-28T05:00:00.000Z')
  expect(next('2027-03-27T22:00:00Z', 2 * 60)).toBe('2027-03-28T01:00:00.000Z')
  expect(next('2027-10-30T16:00:00Z', 18 * 60)).toBe('2027-10-31T17:00:00.000Z')
  expect(next('2027-10-30T22:00:00Z', 7 * 60)).toBe('2027-10-31T06:00:00.000Z')
  expect(next('2027-10-30T22:00:00Z', 2 * 60)).toBe('2027-10-31T00:00:00.000Z')
})

it('comes to a repeated hour once a day [BELL-4]', () => {
  const first = next('2027-10-30T12:00:00Z', 2 * 60)
  expect(next(first, 2 * 60)).toBe('2027-11-01T01:00:00.000Z')
  // New York repeats the hour from 01:00.
  const early = next('2027-11-06T12:00:00Z', 60, 'America/New_York')
  expect(early).toBe('2027-11-07T05:00:00.000Z')
  expect(next(early, 60, 'America/New_York')).toBe('2027-11-08T06:00:00.000Z')
})

it('knows the minute of the day in zones of all offsets [BELL-4]', () => {
  const at = new Date('2027-01-15T23:50:30Z')
  expect(localMinute(at, 'UTC')).toBe(23 * 60 + 50)
  expect(localMinute(at, 'Asia/Kathmandu')).toBe(5 * 60 + 35)
  expect(localMinute(at, 'America/St_Johns')).toBe(20 * 60 + 20)
})
