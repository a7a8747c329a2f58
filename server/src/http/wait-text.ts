const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

/** Describes a waiting time in words, rounded up: "about an hour" for 3,599 seconds. */
export function waitText(seconds: number): string {
  if (seconds <= 10) return 'a few seconds'
  if (seconds <= 55) return `${Math.ceil(seconds / 10) * 10} seconds`
  if (seconds <= 55 * minuteSeconds)
    return `about ${counted(Math.ceil(seconds / minuteSeconds), 'a minute', 'minutes')}`
  const hours = Math.ceil(seconds / hourSeconds)
  return hours < 24
    ? `about ${counted(hours, 'an hour', 'hours')}`
    : `about ${counted(Math.ceil(hours / 24), 'a day', 'days')}`
}
