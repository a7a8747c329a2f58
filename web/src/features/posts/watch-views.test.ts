import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seenAfterMs, viewWatcher } from './watch-views.ts'

type Hear = (entries: Partial<IntersectionObserverEntry>[]) => void

/** Reports visibility in place of the browser, which renders nothing here. */
let show: Hear
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(hear: Hear) {
        show = hear
      }
      observe() {}
      unobserve() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const at = (target: Element, intersectionRatio: number, height = 0) => ({
  target,
  intersectionRatio,
  intersectionRect: new DOMRect(0, 0, 300, height),
  rootBounds: new DOMRect(0, 0, 360, 800),
})

function watching() {
  const reported: string[][] = []
  const watch = viewWatcher((postIds) => {
    reported.push(postIds)
    return true
  })
  return { reported, watch }
}

describe('a post', () => {
  it('counts as seen after a second with half of it or half a screen visible [DESK-6]', () => {
    const { reported, watch } = watching()
    const [short, tall, glimpsed, edge] = Array.from({ length: 4 }, () => document.createElement('article'))
    for (const [name, card] of Object.entries({ short, tall, glimpsed, edge })) watch(card!, name)
    show([at(short!, 0.5), at(tall!, 0.2, 400), at(glimpsed!, 1), at(edge!, 0.4, 100)])
    vi.advanceTimersByTime(seenAfterMs - 1)
    show([at(glimpsed!, 0)])
    vi.advanceTimersByTime(10_000)
    expect(reported).toEqual([['short', 'tall']])
  })

  it('is reported once a day, at the latest on leaving the page [DESK-6]', () => {
    vi.setSystemTime(new Date('2026-11-22T23:59:00Z'))
    const { reported, watch } = watching()
    const card = document.createElement('article')
    watch(card, 'post')
    const look = () => {
      show([at(card, 1)])
      vi.advanceTimersByTime(seenAfterMs)
      window.dispatchEvent(new Event('pagehide'))
      show([at(card, 0)])
    }
    look()
    look()
    expect(reported).toEqual([['post']])
    vi.setSystemTime(new Date('2026-11-23T00:00:01Z'))
    look()
    expect(reported).toEqual([['post'], ['post']])
  })

  it('is reported again when the beacon was rejected [DESK-6]', () => {
    let isFull = true
    const reported: string[][] = []
    const watch = viewWatcher((postIds) => {
      if (!isFull) reported.push(postIds)
      return !isFull
    })
    const card = document.createElement('article')
    watch(card, 'post')
    show([at(card, 1)])
    vi.advanceTimersByTime(10_000)
    isFull = false
    window.dispatchEvent(new Event('pagehide'))
    expect(reported).toEqual([['post']])
  })
})
