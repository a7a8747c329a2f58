import { act } from '@testing-library/react'
import { vi } from 'vitest'

const limitMs = 20_000

export const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

export const stopIntervals = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

const turn = () => act(async () => new Promise(setImmediate))

/** Lets the page process responses and render without advancing timers. */
export async function pageTurns() {
  for (let count = 0; count < 20; count += 1) await turn()
}

export async function advanceUntil(hasHappened: () => boolean) {
  const end = performance.now() + limitMs
  while (!hasHappened()) {
    if (performance.now() > end) throw new Error('It did not happen without the timers of the page.')
    await turn()
  }
}

export const advanceMs = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
