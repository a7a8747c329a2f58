import { render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterFirstThings, expectFirst, useFirstThing } from './first-things.ts'

const done: string[] = []
const later = (what: string) => void afterFirstThings(async () => void done.push(what))
const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await passing(10_000)
  vi.useRealTimers()
  done.length = 0
})

function Picture({ isThere }: { isThere: boolean }) {
  useFirstThing(!isThere)
  return null
}

describe('what can wait', () => {
  it('does not where nothing is on its way', async () => {
    later('toasts')
    await passing(0)
    expect(done).toEqual(['toasts'])
  })

  it('waits until all that the reader waits for has come', async () => {
    const [posts, picture] = [expectFirst(), expectFirst()]
    later('comments')
    posts()
    await passing(1000)
    expect(done).toEqual([])
    picture()
    picture()
    await passing(0)
    expect(done).toEqual(['comments'])
  })

  it('goes on waiting for what takes the place of what has come', async () => {
    const outline = expectFirst()
    later('comments')
    outline()
    const picture = expectFirst()
    await passing(1000)
    expect(done).toEqual([])
    picture()
    await passing(0)
    expect(done).toEqual(['comments'])
  })

  it('waits four seconds and no longer', async () => {
    const never = expectFirst()
    later('comments')
    await passing(3999)
    expect(done).toEqual([])
    await passing(1)
    expect(done).toEqual(['comments'])
    never()
  })

  it('waits for a picture that is on screen and has not come, and not for one that left', async () => {
    const { rerender, unmount } = render(<Picture isThere={false} />)
    later('first')
    await passing(0)
    expect(done).toEqual([])
    rerender(<Picture isThere />)
    await passing(0)
    expect(done).toEqual(['first'])
    rerender(<Picture isThere={false} />)
    later('second')
    unmount()
    await passing(0)
    expect(done).toEqual(['first', 'second'])
  })
})
