const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Starts on Monday. Every zone is offset from UTC by whole quarter hours, so counts by quarter hour are enough. */
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
