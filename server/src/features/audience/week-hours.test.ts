import { expect, it } from 'vitest'
import { weekHours } from './activity.ts'

const placeOf = (at: string, timeZone: string) => {
  const week = weekHours([{ at: new Date(at), count: 3 }], timeZone)
  return week.flatMap((day, weekday) =>
    day.flatMap((count, hour) => (count === 0 ? [] : [[weekday, hour, count]])),
  )
}

it('counts every action in its local hour of the week [AUD-1]', () => {
  // A Sunday.
  const at = '2026-11-22T23:45:00Z'
  expect(placeOf(at, 'UTC')).toEqual([[6, 23, 3]])
  expect(placeOf(at, 'Europe/London')).toEqual([[6, 23, 3]])
  expect(placeOf(at, 'Europe/Berlin')).toEqual([[0, 0, 3]])
  expect(placeOf(at, 'America/New_York')).toEqual([[6, 18, 3]])
  // Offsets of 30 and 45 minutes.
  expect(placeOf(at, 'Asia/Kolkata')).toEqual([[0, 5, 3]])
  expect(placeOf('2026-11-22T18:00:00Z', 'Asia/Kathmandu')).toEqual([[6, 23, 3]])
  expect(placeOf('2026-11-22T18:15:00Z', 'Asia/Kathmandu')).toEqual([[0, 0, 3]])
})

it('counts across clock changes and leap days [AUD-1]', () => {
  expect(placeOf('2026-10-25T00:30:00Z', 'Europe/London')).toEqual([[6, 1, 3]])
  expect(placeOf('2026-10-25T01:30:00Z', 'Europe/London')).toEqual([[6, 1, 3]])
  expect(placeOf('2026-03-29T00:59:00Z', 'Europe/London')).toEqual([[6, 0, 3]])
  expect(placeOf('2026-03-29T01:00:00Z', 'Europe/London')).toEqual([[6, 2, 3]])
  expect(placeOf('2028-02-29T12:00:00Z', 'UTC')).toEqual([[1, 12, 3]])
})

it('loses no action in any time zone [AUD-1]', () => {
  const start = Date.UTC(2026, 9, 20)
  const quarters = Array.from({ length: 28 * 96 }, (_, index) => ({
    at: new Date(start + index * 15 * 60_000),
    count: 1 + (index % 7),
  }))
  const all = quarters.reduce((sum, { count }) => sum + count, 0)
  // Every fifth zone is enough: neighbors are alike.
  for (const timeZone of Intl.supportedValuesOf('timeZone').filter((_, index) => index % 5 === 0)) {
    const week = weekHours(quarters, timeZone)
    expect([timeZone, week.flat().length, week.flat().reduce((sum, count) => sum + count, 0)]).toEqual([
      timeZone,
      168,
      all,
    ])
  }
})
