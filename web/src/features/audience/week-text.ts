/** Starts on Monday, like the server. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

export const hoursOfDay = Array.from({ length: 24 }, (_, hour) => twoDigits(hour))

type Busy = { when: string; count: number }

/** The busiest hours of the week, busiest first; empty hours are left out. */
export const busiestHours = (hours: number[][], most: number): Busy[] =>
  hours
    .flatMap((day, weekday) =>
      day.map((count, hour) => ({
        when: `${weekdays[weekday] ?? ''}, ${twoDigits(hour)}:00 to ${twoDigits((hour + 1) % 24)}:00`,
        count,
      })),
    )
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)

export const inActions = (count: number) =>
  count === 1 ? '1 action' : `${count.toLocaleString('en-US')} actions`

/** The viewer's time zone, or UTC when the browser has no name for it. */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
