/** From Monday on, as the server counts. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

export const hoursOfDay = Array.from({ length: 24 }, (_, hour) => twoDigits(hour))

type Busy = { when: string; count: number }

/** The hours of the week in which most happened, the busiest first; none in which nothing did. */
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

/** The reader's time zone, or UTC where their browser does not know a zone by its own name. */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
