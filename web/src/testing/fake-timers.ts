import { act } from '@testing-library/react'
import { vi } from 'vitest'

const limitMs = 20_000

/** Stops the timers of the page, and nothing else; `vi.useRealTimers` lets them go on. */
export const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** Stops what looks again every so often, and nothing else: `vi.advanceTimersByTime` lets it look. */
export const stopIntervals = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

const turn = () => act(async () => new Promise(setImmediate))

/** Lets the page do what needs no timer: what was answered is taken in, what changed is drawn. */
export async function pageTurns() {
  for (let count = 0; count < 20; count += 1) await turn()
}

/** The same until something has happened. */
export async function advanceUntil(hasHappened: () => boolean) {
  const end = performance.now() + limitMs
  while (!hasHappened()) {
    if (performance.now() > end) throw new Error('It did not happen without the timers of the page.')
    await turn()
  }
}

/** Lets the timers of the page run on for a moment. */
export const advanceMs = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
