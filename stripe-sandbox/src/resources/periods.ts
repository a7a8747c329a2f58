type Recurrence = { interval: string; interval_count: number }

/** Adds whole months to `at` (unix seconds) in UTC; a missing day becomes the month's last. */
export function addMonths(at: number, months: number): number {
  const from = new Date(at * 1000)
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.floor(moved.getTime() / 1000)
}

/** The end of the nth period from the anchor, so that the anchor's day returns after a short month. */
export function periodEnd(anchor: number, nth: number, { interval, interval_count }: Recurrence): number {
  const count = nth * interval_count
  if (interval === 'day') return anchor + count * 86_400
  if (interval === 'week') return anchor + count * 7 * 86_400
  return addMonths(anchor, interval === 'year' ? count * 12 : count)
}
