import { act } from '@testing-library/react'
import { vi } from 'vitest'

const limitMs = 20_000

/** Fakes only the timers of the page; `vi.useRealTimers` restores them. */
export const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** Fakes only intervals; `vi.advanceTimersByTime` triggers them. */
export const stopIntervals = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

const turn = () => act(async () => new Promise(setImmediate))

/** Lets the page process responses and render without advancing timers. */
export async function pageTurns() {
  for (let count = 0; count < 20; count += 1) await turn()
}

/** The same until a condition holds. */
export async function advanceUntil(hasHappened: () => boolean) {
  const end = performance.now() + limitMs
  while (!hasHappened()) {
    if (performance.now() > end) throw new Error('It did not happen without the timers of the page.')
    await turn()
  }
}

/** Advances the timers of the page. */
export const advanceMs = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
