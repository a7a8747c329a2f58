import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchPace } from './pace.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Sends so many bytes each second for so long; answers after how many seconds it was cut off, or null. */
async function cutAfter({
  perSecond,
  seconds,
  unread = 0,
}: {
  perSecond: number
  seconds: number
  unread?: number
}) {
  const body = { readableEnded: false, readableLength: unread, socket: { bytesRead: 0 } }
  const pace = watchPace(body)
  let isCut = false
  pace.tooSlow.catch(() => (isCut = true))
  try {
    for (let second = 1; second <= seconds; second += 1) {
      body.socket.bytesRead += perSecond
      await vi.advanceTimersByTimeAsync(1000)
      if (isCut) return second
    }
    return null
  } finally {
    pace.stop()
  }
}

it('aborts a sender of one byte a second, and lets a slow line finish [T-UP-13]', async () => {
  expect(await cutAfter({ perSecond: 1, seconds: 120 })).toBeLessThanOrEqual(60)
  expect(await cutAfter({ perSecond: 0, seconds: 120 })).toBeLessThanOrEqual(60)
  // 50 MB at 100 kB a second.
  expect(await cutAfter({ perSecond: 100_000, seconds: 525 })).toBeNull()
  expect(await cutAfter({ perSecond: 8_100, seconds: 525 })).toBeNull()
})

it('does not blame the sender for a slow disk [T-UP-13]', async () => {
  expect(await cutAfter({ perSecond: 0, seconds: 525, unread: 65_536 })).toBeNull()
})
