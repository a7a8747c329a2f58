const wholeSeconds = (seconds: number) => (Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0)

const partsOf = (seconds: number) => {
  const whole = wholeSeconds(seconds)
  return { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, seconds: whole % 60 }
}

const two = (value: number) => String(value).padStart(2, '0')

/** A position as text: `1:23`, from an hour on `1:02:03`. */
export function timeText(seconds: number): string {
  const { hours, minutes, seconds: rest } = partsOf(seconds)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const counted = (value: number, noun: string) =>
  value > 0 ? [`${value} ${noun}${value === 1 ? '' : 's'}`] : []

/** A position for screen readers: `1 minute 23 seconds`. */
export function spokenTime(seconds: number): string {
  const { hours, minutes, seconds: rest } = partsOf(seconds)
  const said = [...counted(hours, 'hour'), ...counted(minutes, 'minute'), ...counted(rest, 'second')]
  return said.join(' ') || '0 seconds'
}
