const two = (part: number) => String(part).padStart(2, '0')

/** A moment as a field of type datetime-local wants it, in the time of this device: `2027-03-03T12:00`. */
export function toLocalMinute(at: number): string {
  const date = new Date(at)
  return `${toLocalDay(at)}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Its day alone: `2027-03-03`. */
export function toLocalDay(at: number): string {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The moment such a field, or one of type date, means: its day begins at midnight here. ISO 8601, null for nothing. */
export function fromLocalMinute(value: string): string | null {
  const at = new Date(value.includes('T') ? value : `${value}T00:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
