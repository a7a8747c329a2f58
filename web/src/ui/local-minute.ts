const two = (part: number) => String(part).padStart(2, '0')

/** Formats for a datetime-local field: `2027-03-03T12:00`. */
export function toLocalMinute(at: number): string {
  const date = new Date(at)
  return `${toLocalDay(at)}T${two(date.getHours())}:${two(date.getMinutes())}`
}

export function toLocalDay(at: number): string {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Parses a datetime-local or date field in local time. Returns ISO 8601, or null when empty. */
export function fromLocalMinute(value: string): string | null {
  const at = new Date(value.includes('T') ? value : `${value}T00:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
