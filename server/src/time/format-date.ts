const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  // Node puts a narrow no-break space before AM and PM, which not every font has.
  return (at: Date) => made.format(at).replaceAll('\u202F', ' ')
}

const minute = inUtc({ dateStyle: 'long', timeStyle: 'short' })

/** Formats a day in UTC: `November 4, 2026`. */
export const formatDay = inUtc({ dateStyle: 'long' })

/** Formats a month in UTC: `November 2026`. */
export const formatMonth = inUtc({ month: 'long', year: 'numeric' })

/** Formats a time in UTC: `November 4, 2026 at 2:30 PM UTC`. */
export const formatMoment = (at: Date) => `${minute(at)} UTC`
