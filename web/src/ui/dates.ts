/** Creates each formatter on first use, because it takes more than a millisecond. */
const format = (options: Intl.DateTimeFormatOptions, made?: Intl.DateTimeFormat) => (at: string | number) =>
  // Some browsers put a narrow space before AM and PM that the site's font lacks.
  (made ??= new Intl.DateTimeFormat('en-US', options)).format(new Date(at)).replace('\u202F', ' ')

const inUtc = (options: Intl.DateTimeFormatOptions) => format({ ...options, timeZone: 'UTC' })

const minute = inUtc({ dateStyle: 'long', timeStyle: 'short' })
const second = inUtc({ dateStyle: 'long', timeStyle: 'medium' })

/** Formats the local time: `November 4, 2026 at 1:00 PM GMT+1`. */
export const localTime = format({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Formats the local day: `November 4, 2026`. */
export const localDay = format({ dateStyle: 'long' })

const dayOfYear = format({ day: 'numeric', month: 'short' })
const dayAndYear = format({ dateStyle: 'medium' })

/** Formats the local day: `Oct 17`, in another year `Oct 17, 2025`. */
export const shortDay = (at: string, now: number) =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? dayOfYear(at) : dayAndYear(at)

/** Formats a UTC day, as in emails and statements: `November 4, 2026`. */
export const longDate = inUtc({ dateStyle: 'long' })

/** Formats 2026-10-01 as `October 2026`. */
export const formatMonth = inUtc({ month: 'long', year: 'numeric' })

/** Formats UTC to the minute: `November 4, 2026 at 12:00 PM UTC`. */
export const dateAndTime = (at: string) => `${minute(at)} UTC`

export const exactTime = (at: string) => `${second(at)} UTC`
