type WatchOptions = { nowMs?: () => number; passedMs?: () => number; everyMs?: number }

/** Less than this is the clock being kept right, not set. */
const leastMs = 1000

/**
 * Says by how many milliseconds the clock of this machine was set back, within a second of it; returns how to stop.
 * `passedMs` runs on whatever is done to the clock.
 */
export function watchForClockSetBack(
  onSetBack: (byMs: number) => void,
  { nowMs = Date.now, passedMs = () => performance.now(), everyMs = leastMs }: WatchOptions = {},
): () => void {
  let last = nowMs() - passedMs()
  const look = () => {
    const current = nowMs() - passedMs()
    const byMs = last - current
    last = current
    if (byMs >= leastMs) onSetBack(byMs)
  }
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}
/** What others say the time is. Payments, links and sign-ins go wrong where this machine says something else. */
export type ClockSkew = {
  /** Somebody whose clock is right says that it is `trueMs` (since 1970) now. */
  heard(trueMs: number): void
  /** By how many milliseconds this machine is ahead of them, less than 0 behind; 0 where nobody said so lately. */
  aheadMs(): number
}

/** By how much a clock may be off before somebody has to set it: what the payment provider allows its events. */
export const maxSkewMs = 5 * 60_000

const rememberedMs = 60 * 60_000

/** Looks at the machine's own clock, never at the one of a rehearsal. `passedMs` runs on when that clock is set. */
export function openClockSkew(passedMs: () => number = () => performance.now()): ClockSkew {
  let last: { aheadMs: number; atMs: number } | null = null
  return {
    heard(trueMs) {
      last = { aheadMs: Date.now() - trueMs, atMs: passedMs() }
    },
    aheadMs: () => (last && passedMs() - last.atMs < rememberedMs ? last.aheadMs : 0),
  }
}
