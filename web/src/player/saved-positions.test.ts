import { afterEach, describe, expect, it } from 'vitest'
import { savePosition, savedPosition } from './saved-positions.ts'

const of = (postId: string, personId = 'robin') => ({ personId, postId })

afterEach(() => localStorage.clear())

describe('saved positions', () => {
  it('are stored per person and post [PLAY-1]', () => {
    savePosition(of('one'), 83.7, 600)
    savePosition(of('two'), 5, 600)
    expect([savedPosition('robin', 'one'), savedPosition('robin', 'two')]).toEqual([83, 5])
    expect([savedPosition('sam', 'one'), savedPosition('robin', 'three')]).toEqual([0, 0])
    savePosition(of('one'), 90, 600)
    expect(savedPosition('robin', 'one')).toBe(90)
  })

  it('are dropped near the beginning and the end [PLAY-1]', () => {
    const table: [seconds: number, whole: number, kept: number][] = [
      [2.9, 600, 0],
      [3, 600, 3],
      [569, 600, 569],
      [570, 600, 0],
      [7139, 7200, 7139],
      [7140, 7200, 0],
      [11.9, 14, 11],
      [12, 14, 0],
      [5, Number.NaN, 0],
    ]
    for (const [seconds, whole, kept] of table) {
      savePosition(of('one'), 50, 600)
      savePosition(of('one'), seconds, whole)
      expect([seconds, whole, savedPosition('robin', 'one')]).toEqual([seconds, whole, kept])
    }
  })

  it('are kept for the last 200 posts; invalid values are ignored [PLAY-1]', () => {
    for (let n = 0; n <= 200; n += 1) savePosition(of(`post-${n}`), 10, 600)
    expect([savedPosition('robin', 'post-0'), savedPosition('robin', 'post-1')]).toEqual([0, 10])
    for (const text of ['{', '{"post":1}', '[["post"],7,["post","9"]]']) {
      localStorage.setItem('places:robin', text)
      expect(savedPosition('robin', 'post')).toBe(0)
      savePosition(of('post'), 10, 600)
      expect(savedPosition('robin', 'post')).toBe(10)
    }
  })
})
