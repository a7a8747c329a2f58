const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns the usual spelling of a time zone, of which there are a few hundred. */
export const canonicalTimeZone = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

/** Returns what clocks in the time zone show at `at`, as the milliseconds of the same date and time in UTC. */
function wallClock(at: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/** Returns the minute of the local day. */
export const localMinute = (at: Date, timeZone: string): number =>
  Math.floor((wallClock(at.getTime(), timeZone) % dayMs) / minuteMs)

/**
 * Returns when clocks in the time zone next show this minute of the day. A minute that a clock change skips comes as
 * much later as clocks move.
 */
export function nextLocalMinute(after: Date, timeZone: string, minute: number): Date {
  const now = wallClock(after.getTime(), timeZone)
  const today = now - (now % dayMs) + minute * minuteMs
  const target = today > now ? today : today + dayMs
  const guess = after.getTime() - (after.getTime() % 1000) + (target - now)
  const moved = guess + (target - wallClock(guess, timeZone))
  return new Date(wallClock(moved, timeZone) === target ? moved : guess)
}
