import { fileSize } from './file-size.ts'

type Sample = { at: number; bytes: number }

const windowMs = 10_000
/** Before this, an estimate says nothing. */
const settledMs = 2_000

function timeLeftText(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes === 1 ? 'a minute' : `${minutes} minutes`} left`
  const [hours, rest] = [Math.floor(minutes / 60), 5 * Math.round((minutes % 60) / 5)]
  const inHours = `about ${hours === 1 ? 'an hour' : `${hours} hours`}`
  return rest === 0 || rest === 60 ? `${inHours} left` : `${inHours} ${rest} minutes left`
}

/**
 * Follows the progress of an upload and returns its speed over the last ten seconds and the time left in words, or null
 * while there is nothing to say.
 */
export function rateMeter(): (bytes: number, all: number, at: number) => string | null {
  let samples: Sample[] = []
  return (bytes, all, at) => {
    // An upload that resumes starts from what the server has.
    if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = []
    samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, bytes }]
    const [first] = samples
    const ms = at - (first?.at ?? at)
    const perSecond = ms >= settledMs ? ((bytes - (first?.bytes ?? 0)) * 1000) / ms : 0
    if (perSecond <= 0 || bytes >= all) return null
    return `${fileSize(Math.round(perSecond))} a second, ${timeLeftText((all - bytes) / perSecond)}`
  }
}
