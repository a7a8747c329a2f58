import type { Clock } from '#time/clock.ts'

const windowMs = 10 * 60_000

/** The number of different media items one person may read in ten minutes. Segments, sizes and ranges do not count. */
export const maxMediaItems = 300

/** `isFirst` is true once per window, for the alert. */
export type TooFast = { retryAfterSeconds: number; isFirst: boolean }

/** Counts media items per person in this process, well above what normal use needs. */
export type ScrapingLimit = {
  /** Counts a media item; returns null while the person is within the limit. */
  count(personId: string, mediaId: string): TooFast | null
}

type History = { since: Map<string, number>; warnedUntil: number }

export function scrapingLimit(clock: Clock): ScrapingLimit {
  const histories = new Map<string, History>()
  let tidyAt = 0

  const dropOlder = ({ since }: History, before: number) => {
    // Maps iterate in insertion order, so the first recent entry ends the loop.
    for (const [mediaId, at] of since) {
      if (at > before) return
      since.delete(mediaId)
    }
  }
  const tidy = (now: number) => {
    if (now < tidyAt) return
    tidyAt = now + windowMs
    for (const [personId, history] of histories) {
      dropOlder(history, now - windowMs)
      if (history.since.size === 0) histories.delete(personId)
    }
  }

  return {
    count(personId, mediaId) {
      const now = clock.now().getTime()
      tidy(now)
      const history = histories.get(personId) ?? { since: new Map(), warnedUntil: 0 }
      histories.set(personId, history)
      dropOlder(history, now - windowMs)
      const { since } = history
      if (since.has(mediaId)) return null
      if (since.size < maxMediaItems) {
        since.set(mediaId, now)
        return null
      }
      const oldest = since.values().next().value ?? now
      const isFirst = now >= history.warnedUntil
      if (isFirst) history.warnedUntil = now + windowMs
      return { isFirst, retryAfterSeconds: Math.ceil((oldest + windowMs - now) / 1000) }
    },
  }
}
