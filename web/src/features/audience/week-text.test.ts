import { expect, it } from 'vitest'
import { ownTimeZone } from '#ui/own-time-zone.ts'
import { countriesByName, countryName } from './country-names.ts'
import { busiestHours, inActions, weekdays } from './audience-insights-page.tsx'

it('finds the busiest hours and leaves out empty ones [AUD-1]', () => {
  const hours = weekdays.map(() => Array.from({ length: 24 }, () => 0))
  hours[2]![19] = 7
  hours[6]![23] = 9
  expect(busiestHours(hours, 5)).toEqual([
    { when: 'Sunday, 23:00 to 00:00', count: 9 },
    { when: 'Wednesday, 19:00 to 20:00', count: 7 },
  ])
  expect(busiestHours(hours, 1)).toHaveLength(1)
  expect([inActions(1), inActions(1200)]).toEqual(['1 action', '1,200 actions'])
})

it('knows every country by name, and the reader’s time zone [AUD-1]', () => {
  expect([countryName('GB'), countryName('CI')]).toEqual(['United Kingdom', 'Côte d’Ivoire'])
  const listed = countriesByName()
  expect([listed.length, listed[0]?.code, listed.some(({ code, name }) => code === name)]).toEqual([
    249,
    'AF',
    false,
  ])
  expect(ownTimeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
