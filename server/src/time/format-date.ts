type DateForm = { timeZone: string; style: 'us' | 'uk' }

const locales = { us: 'en-US', uk: 'en-GB' }

const formatter = ({ timeZone, style }: DateForm, options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat(locales[style], { ...options, timeZone })
  // Node puts a narrow no-break space before AM and PM, which not every font has.
  return (at: Date) => made.format(at).replaceAll('\u202F', ' ')
}

const formattersOf = (form: DateForm) => {
  const names = new Intl.DateTimeFormat('en-US', { timeZone: form.timeZone, timeZoneName: 'short' })
  return {
    day: formatter(form, { dateStyle: 'long' }),
    minute: formatter(form, { dateStyle: 'long', timeStyle: 'short' }),
    zone: (at: Date) => names.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '',
  }
}

const american: DateForm = { timeZone: 'UTC', style: 'us' }
// Of the process, because every email formats dates and a process serves one site.
let formatters = formattersOf(american)

/** Sets the time zone and the style of the dates that this process writes to people. */
export const setDateForm = (form: DateForm) => void (formatters = formattersOf(form))

/** Formats a day for people: `November 4, 2026`. */
export const formatDay = (at: Date) => formatters.day(at)

/** Formats a time for people: `November 4, 2026 at 2:30 PM UTC`. */
export const formatMoment = (at: Date) => `${formatters.minute(at)} ${formatters.zone(at)}`

/** Formats a day with its zone: `November 4, 2026 (UTC)`. */
export const formatDayAndZone = (at: Date) => `${formatters.day(at)} (${formatters.zone(at)})`

/** Formats the day of what is counted in UTC, such as the end of a card: `November 4, 2026`. */
export const formatUtcDay = formatter(american, { dateStyle: 'long' })

/** Formats a month of the books, which are kept in UTC: `November 2026`. */
export const formatMonth = formatter(american, { month: 'long', year: 'numeric' })
