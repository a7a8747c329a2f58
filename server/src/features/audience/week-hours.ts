const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * Actions of moments as hours of the week in a time zone: seven days from Monday on, each with 24 hours. Every zone is
 * whole quarters of an hour away from UTC, so counts by quarter (UTC) can be told apart in all of them.
 */
export function weekHours(quarters: { at: Date; count: number }[], timeZone: string): number[][] {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  const week = days.map(() => Array.from({ length: 24 }, () => 0))
  for (const { at, count } of quarters) {
    const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]))
    const day = week[days.indexOf(parts.get('weekday') ?? '')]
    const hour = Number(parts.get('hour'))
    if (day?.[hour] === undefined) throw new Error(`${at.toISOString()} has no hour in ${timeZone}`)
    day[hour] += count
  }
  return week
}
