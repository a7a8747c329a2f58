import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { newAbove } from './feed-mark.ts'
import { saveReadingPosition } from './save-reading-position.ts'

const post = (minute: number) => ({
  id: `post-${minute}`,
  createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the reading position', () => {
  it('is sent after a pause or at once, never twice [FEED-1]', async () => {
    const sent: unknown[] = []
    const mark = saveReadingPosition({
      now: async (place) => sent.push(place),
      onLeave: (place) => sent.push({ onLeave: place }),
    })
    mark.flush()
    for (const minute of [5, 7, 6]) mark.see(post(minute))
    for (let scrolled = 0; scrolled < 50; scrolled += 1) mark.stopAt(`post-${scrolled % 7}`)
    vi.advanceTimersByTime(2_999)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([{ newestId: 'post-7', stoppedId: 'post-0' }])
    mark.see(post(4))
    mark.stopAt('post-0')
    mark.flush()
    vi.runAllTimers()
    expect(sent).toHaveLength(1)
    mark.stopAt('post-4')
    mark.flush()
    vi.runAllTimers()
    expect(sent.slice(1)).toEqual([{ onLeave: { newestId: 'post-7', stoppedId: 'post-4' } }])
  })

  it('is sent again on leaving while a request is running [FEED-1]', () => {
    const sent: unknown[] = []
    const mark = saveReadingPosition({
      now: () => new Promise(() => {}),
      onLeave: (place) => sent.push(place),
    })
    mark.see(post(1))
    vi.advanceTimersByTime(3_000)
    mark.flush()
    expect(sent).toEqual([{ newestId: 'post-1' }])
  })

  it('is not sent again when its newest post is gone [FEED-1]', async () => {
    const sent: string[] = []
    const mark = saveReadingPosition({
      now: async ({ newestId }) => {
        sent.push(newestId)
        if (newestId === 'post-2') throw new ApiError(404, '', 'Not Found')
      },
      onLeave: ({ newestId }) => sent.push(newestId),
    })
    mark.see(post(2))
    await vi.advanceTimersByTimeAsync(60_000)
    mark.flush()
    expect(sent).toEqual(['post-2'])
    mark.see(post(1))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual(['post-2', 'post-1'])
  })

  it('is retried with back-off and its latest value [FEED-1]', async () => {
    const sent: [place: string, atMs: number][] = []
    const start = Date.now()
    let isTaken = false
    const mark = saveReadingPosition({
      now: async ({ newestId }) => {
        sent.push([newestId, Date.now() - start])
        if (!isTaken) throw new Error('very many people are here')
      },
      onLeave: () => undefined,
    })
    mark.see(post(1))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sent).toEqual([
      ['post-1', 3_000],
      ['post-1', 9_000],
    ])
    mark.see(post(2))
    isTaken = true
    await vi.advanceTimersByTimeAsync(60_000)
    mark.see(post(3))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.slice(2)).toEqual([
      ['post-2', 32_000],
      ['post-3', 83_000],
    ])
  })

  it('draws the line below the new posts, on the right page [FEED-1]', () => {
    const markAt = (minute: number, newCount: number) => ({
      newest: { postId: `post-${minute}`, createdAt: post(minute).createdAt },
      newCount,
      stopped: null,
    })
    const page = [9, 8, 7].map(post)
    expect(newAbove(page, markAt(8, 1), 1)).toBe(1)
    // The post itself may be gone.
    expect(newAbove([post(9), post(7)], markAt(8, 1), 1)).toBe(1)
    expect(newAbove(page, markAt(9, 0), 1)).toBeNull()
    expect(newAbove(page, markAt(6, 3), 1)).toBe(3)
    expect(newAbove(page, markAt(5, 4), 1)).toBeNull()
    expect(newAbove([6, 5, 4].map(post), markAt(5, 4), 2)).toBe(1)
    expect(newAbove([6, 5, 4].map(post), markAt(7, 2), 2)).toBeNull()
    expect(newAbove(page, { newest: null, newCount: 0, stopped: null }, 1)).toBeNull()
  })
})
