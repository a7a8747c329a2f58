/** Made when the first date is said, then kept: making one costs a browser more than a millisecond. */
const format = (options: Intl.DateTimeFormatOptions, made?: Intl.DateTimeFormat) => (at: string | number) =>
  // Some browsers separate AM and PM by a narrow space that the site's font does not have.
  (made ??= new Intl.DateTimeFormat('en-US', options)).format(new Date(at)).replace('\u202F', ' ')

const inUtc = (options: Intl.DateTimeFormatOptions) => format({ ...options, timeZone: 'UTC' })

const minute = inUtc({ dateStyle: 'long', timeStyle: 'short' })
const second = inUtc({ dateStyle: 'long', timeStyle: 'medium' })

/** To the minute where the reader is: `November 4, 2026 at 1:00 PM GMT+1`. */
export const localTime = format({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A day where the reader is: `November 4, 2026`. */
export const localDay = format({ dateStyle: 'long' })

/** A day in UTC, as letters, bills and statements count days: `November 4, 2026`. */
export const longDate = inUtc({ dateStyle: 'long' })

/** A month like 2026-10-01 as `October 2026`. */
export const formatMonth = inUtc({ month: 'long', year: 'numeric' })

/** To the minute: `November 4, 2026 at 12:00 PM UTC`. */
export const dateAndTime = (at: string) => `${minute(at)} UTC`

/** The same to the second, for what may be done again within a minute. */
export const exactTime = (at: string) => `${second(at)} UTC`
