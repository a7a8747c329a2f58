import { clubNow } from './clock.ts'
import { shortDay } from './dates.ts'

const hourMs = 3_600_000
const week = 168

const wholeHours = (at: string, now: number) => Math.floor((now - Date.parse(at)) / hourMs)

/** Formats `Just now` under an hour, then hours up to a day, then days. */
export function timeAgo(at: string, now = clubNow()) {
  const hours = wholeHours(at, now)
  if (hours < 1) return 'Just now'
  if (hours < 24) return `${hours}h ago`
  return `${Math.floor(hours / 24)}d ago`
}

/** Formats like `timeAgo`, with weeks from the seventh day on. */
export function timeAgoInWeeks(at: string, now = clubNow()) {
  const hours = wholeHours(at, now)
  return hours < week ? timeAgo(at, now) : `${Math.floor(hours / week)}w ago`
}

/** Formats like `timeAgo`, with the date from the seventh day on. */
export const timeAgoOrDate = (at: string, now = clubNow()) =>
  wholeHours(at, now) < week ? timeAgo(at, now) : shortDay(at, now)
