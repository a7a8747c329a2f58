const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })

const day = inUtc({ dateStyle: 'long' })
const month = inUtc({ month: 'long', year: 'numeric' })
const minute = inUtc({ dateStyle: 'long', timeStyle: 'short' })
const second = inUtc({ dateStyle: 'long', timeStyle: 'medium' })

const here = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** To the minute where the reader is: `4 November 2026 at 13:00 CET`. */
export const localTime = (at: string) => here.format(new Date(at))

const dayHere = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** A day where the reader is: `4 November 2026`. */
export const localDay = (at: string) => dayHere.format(new Date(at))

/** A day in UTC, as letters, bills and statements count days: `4 November 2026`. */
export const longDate = (at: string | number) => day.format(new Date(at))

/** A month like 2026-10-01 as `October 2026`. */
export const monthInWords = (at: string) => month.format(new Date(at))

/** To the minute: `4 November 2026 at 12:00 UTC`. */
export const dateAndTime = (at: string) => `${minute.format(new Date(at))} UTC`

/** The same to the second, for what may be done again within a minute. */
export const exactTime = (at: string) => `${second.format(new Date(at))} UTC`
