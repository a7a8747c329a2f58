import { render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterFirstContent, expectFirstContent, useFirstContent } from './first-content.ts'

const done: string[] = []
const later = (what: string) => void afterFirstContent(async () => void done.push(what))
const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Long enough for a browser to be idle, and for nothing else. */
const idleMs = 60

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await passing(10_000)
  vi.useRealTimers()
  done.length = 0
})

function Picture({ isThere }: { isThere: boolean }) {
  useFirstContent(!isThere)
  return null
}

describe('deferred work', () => {
  it('runs at once when nothing is loading', async () => {
    later('toasts')
    await passing(0)
    expect(done).toEqual(['toasts'])
  })

  it('waits until all first content has loaded', async () => {
    const [posts, picture] = [expectFirstContent(), expectFirstContent()]
    later('comments')
    posts()
    await passing(1000)
    expect(done).toEqual([])
    picture()
    picture()
    await passing(idleMs)
    expect(done).toEqual(['comments'])
  })

  it('keeps waiting for content that replaces loaded content', async () => {
    const outline = expectFirstContent()
    later('comments')
    outline()
    const picture = expectFirstContent()
    await passing(1000)
    expect(done).toEqual([])
    picture()
    await passing(idleMs)
    expect(done).toEqual(['comments'])
  })

  it('runs one by one and waits half a second for a hanging task', async () => {
    const page = expectFirstContent()
    const first = Promise.withResolvers<void>()
    void afterFirstContent(() => first.promise)
    later('second')
    void afterFirstContent(() => new Promise(() => {}))
    later('fourth')
    page()
    await passing(300)
    expect(done).toEqual([])
    first.resolve()
    await passing(3 * idleMs)
    expect(done).toEqual(['second'])
    await passing(500)
    expect(done).toEqual(['second', 'fourth'])
  })

  it('runs after a failed task', async () => {
    const page = expectFirstContent()
    const failing = afterFirstContent(() => Promise.reject(new Error('post')))
    later('second')
    page()
    await Promise.all([expect(failing).rejects.toThrow('post'), passing(3 * idleMs)])
    expect(done).toEqual(['second'])
  })

  it('waits at most four seconds', async () => {
    const never = expectFirstContent()
    later('comments')
    await passing(3999)
    expect(done).toEqual([])
    await passing(idleMs)
    expect(done).toEqual(['comments'])
    never()
  })

  it('waits for pictures on screen, not for removed ones', async () => {
    const { rerender, unmount } = render(<Picture isThere={false} />)
    later('first')
    await passing(0)
    expect(done).toEqual([])
    rerender(<Picture isThere />)
    await passing(idleMs)
    expect(done).toEqual(['first'])
    rerender(<Picture isThere={false} />)
    later('second')
    unmount()
    await passing(idleMs)
    expect(done).toEqual(['first', 'second'])
  })
})
