import type { Clock } from '#time/clock.ts'

const windowMs = 10 * 60_000

/** How many different media one person may read in ten minutes; their pieces, sizes and ranges are not counted. */
export const maxMediaItems = 300

/** How far a reader is over the pace: `retryAfterSeconds` until it is theirs again, `isFirst` once in each window. */
export type TooFast = { retryAfterSeconds: number; isFirst: boolean }

/** Who reads how much in this process: a soft limit that playing, seeking and scrolling do not come near. */
export type ScrapingLimit = {
  /** Counts a media item that a person is about to read; null while it is within the pace. */
  count(personId: string, mediaId: string): TooFast | null
}

type Reading = { since: Map<string, number>; warnedUntil: number }

export function scrapingLimit(clock: Clock): ScrapingLimit {
  const readings = new Map<string, Reading>()
  let tidyAt = 0

  const forget = ({ since }: Reading, before: number) => {
    // Maps keep the order in which things came: the first that is young enough ends the search.
    for (const [mediaId, at] of since) {
      if (at > before) return
      since.delete(mediaId)
    }
  }
  const tidy = (now: number) => {
    if (now < tidyAt) return
    tidyAt = now + windowMs
    for (const [personId, reading] of readings) {
      forget(reading, now - windowMs)
      if (reading.since.size === 0) readings.delete(personId)
    }
  }

  return {
    count(personId, mediaId) {
      const now = clock.now().getTime()
      tidy(now)
      const reading = readings.get(personId) ?? { since: new Map(), warnedUntil: 0 }
      readings.set(personId, reading)
      forget(reading, now - windowMs)
      const { since } = reading
      if (since.has(mediaId)) return null
      if (since.size < maxMediaItems) {
        since.set(mediaId, now)
        return null
      }
      const oldest = since.values().next().value ?? now
      const isFirst = now >= reading.warnedUntil
      if (isFirst) reading.warnedUntil = now + windowMs
      return { isFirst, retryAfterSeconds: Math.ceil((oldest + windowMs - now) / 1000) }
    },
  }
}
