type WatchOptions = { nowMs?: () => number; passedMs?: () => number; everyMs?: number }

/** Smaller changes are normal clock corrections. */
const minChangeMs = 1000

/** Reports within a second. Returns how to stop. `passedMs` is monotonic. */
export function watchForClockSetBack(
  onSetBack: (byMs: number) => void,
  { nowMs = Date.now, passedMs = () => performance.now(), everyMs = minChangeMs }: WatchOptions = {},
): () => void {
  let last = nowMs() - passedMs()
  const look = () => {
    const current = nowMs() - passedMs()
    const byMs = last - current
    last = current
    if (byMs >= minChangeMs) onSetBack(byMs)
  }
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}
/** Compares this machine's clock with others. Payments, links and sign-ins fail when it is wrong. */
export type ClockSkew = {
  /** Records that a trusted clock shows `trueMs` (since 1970) now. */
  observe(trueMs: number): void
  /** How many milliseconds this machine is ahead, negative when behind; 0 without a recent measurement. */
  aheadMs(): number
}

/** The largest tolerated clock error, which Stripe also tolerates for its events. */
export const maxSkewMs = 5 * 60_000

const maxAgeMs = 60 * 60_000

/** Measures the machine's clock, never the simulator's. `passedMs` is monotonic. */
export function openClockSkew(passedMs: () => number = () => performance.now()): ClockSkew {
  let last: { aheadMs: number; atMs: number } | null = null
  return {
    observe(trueMs) {
      last = { aheadMs: Date.now() - trueMs, atMs: passedMs() }
    },
    aheadMs: () => (last && passedMs() - last.atMs < maxAgeMs ? last.aheadMs : 0),
  }
}
