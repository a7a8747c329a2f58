type Told = { nowMs?: () => number; passedMs?: () => number; everyMs?: number }

/** Less than this is the clock being kept right, not set. */
const leastMs = 1000

/**
 * Says by how many milliseconds the clock of this machine was set back, within a second of it; returns how to stop.
 * `passedMs` runs on whatever is done to the clock.
 */
export function watchForSetBack(
  onSetBack: (byMs: number) => void,
  { nowMs = Date.now, passedMs = () => performance.now(), everyMs = leastMs }: Told = {},
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
