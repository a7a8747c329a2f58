import { flushCompileCache } from 'node:module'

/** A process that works less than this share of the time counts as idle. */
const idleShare = 0.05
/** A collection stops the process for a few tenths of a second, so it has to be worth it. */
const worthwhileGrowth = 1.2

/**
 * Returns unused memory to the system, and again whenever the process has grown and then been idle for `everyMs`. V8
 * does so by itself only in a process that allocates nothing, and background jobs always do. Needs Node's `--expose-gc`.
 * Returns how to stop.
 */
export function returnMemoryWhenIdle({ everyMs = 60_000 } = {}): () => void {
  let returnedTo = returnMemory()
  let last = performance.eventLoopUtilization()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const isIdle = performance.eventLoopUtilization(now, last).utilization < idleShare
    if (isIdle && process.memoryUsage.rss() > returnedTo * worthwhileGrowth) returnedTo = returnMemory()
    last = performance.eventLoopUtilization()
  }
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}

/** Returns the resident memory in bytes that is left. */
function returnMemory(): number {
  // Node keeps what it has read from its compile cache until the cache is flushed.
  flushCompileCache()
  gc?.({ type: 'major', flavor: 'last-resort' })
  return process.memoryUsage.rss()
}
