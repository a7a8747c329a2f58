import * as z from 'zod/mini'

const timeZoneWanted = 'Please name a time zone like Europe/London.'

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** An IANA time zone name. Offsets like +02:00 have no daylight saving time and are refused. */
export const timeZone = z
  .string({ error: timeZoneWanted })
  .check(
    z.maxLength(64, timeZoneWanted),
    z.regex(/^[A-Za-z]/, timeZoneWanted),
    z.refine(isTimeZone, timeZoneWanted),
  )
