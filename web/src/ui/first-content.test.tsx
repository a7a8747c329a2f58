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

describe('what can wait', () => {
  it('does not where nothing is on its way', async () => {
    later('toasts')
    await passing(0)
    expect(done).toEqual(['toasts'])
  })

  it('waits until all that the reader waits for has come', async () => {
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

  it('goes on waiting for what takes the place of what has come', async () => {
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

  it('is done one after the other, and waits half a second for what hangs', async () => {
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

  it('is done also after something that failed', async () => {
    const page = expectFirstContent()
    const failing = afterFirstContent(() => Promise.reject(new Error('post')))
    later('second')
    page()
    await Promise.all([expect(failing).rejects.toThrow('post'), passing(3 * idleMs)])
    expect(done).toEqual(['second'])
  })

  it('waits four seconds and no longer', async () => {
    const never = expectFirstContent()
    later('comments')
    await passing(3999)
    expect(done).toEqual([])
    await passing(idleMs)
    expect(done).toEqual(['comments'])
    never()
  })

  it('waits for a picture that is on screen and has not come, and not for one that left', async () => {
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
