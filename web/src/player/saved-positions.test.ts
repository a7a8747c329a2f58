import { afterEach, describe, expect, it } from 'vitest'
import {
  positionIn,
  positionsKey,
  postsUnderWay,
  replacePositions,
  savePosition,
  unsentPositions,
} from './saved-positions.ts'

const of = (postId: string, personId = 'robin') => ({ personId, postId })
const savedPosition = (personId: string, postId: string, partId?: string) =>
  positionIn(localStorage.getItem(positionsKey(personId)), { postId, partId })

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

  it('belong to one part of a gallery [PLAY-6]', () => {
    savePosition({ ...of('album'), partId: 'second' }, 20, 600)
    expect(['first', 'second'].map((partId) => savedPosition('robin', 'album', partId))).toEqual([0, 20])
    savePosition({ ...of('album'), partId: 'first' }, 30, 600)
    expect(['first', 'second'].map((partId) => savedPosition('robin', 'album', partId))).toEqual([30, 0])
  })

  it('stay to be sent, with their age, until they have arrived [PLAY-6]', () => {
    localStorage.setItem('places:robin', '[["earlier", 9]]')
    savePosition({ ...of('one'), partId: 'part' }, 50, 600)
    savePosition(of('over'), 599, 600)
    const { positions, markSent } = unsentPositions('robin')
    expect(positions).toEqual([
      { postId: 'earlier', seconds: 9, secondsAgo: 29 * 24 * 60 * 60 },
      { postId: 'one', partId: 'part', seconds: 50, secondsAgo: expect.any(Number) },
      { postId: 'over', seconds: 0, secondsAgo: expect.any(Number) },
    ])
    expect(positions[1]!.secondsAgo).toBeLessThan(60)
    // One was played on while they were sent.
    const stored: [string, number, number][] = JSON.parse(localStorage.getItem('places:robin')!)
    localStorage.setItem(
      'places:robin',
      JSON.stringify([
        ['earlier', 9],
        ['one', 55, stored[1]![2] + 1],
      ]),
    )
    markSent()
    expect(unsentPositions('robin').positions).toMatchObject([{ postId: 'one', seconds: 55 }])
    expect(savedPosition('robin', 'earlier')).toBe(9)
    expect(unsentPositions('sam').positions).toEqual([])
  })

  it('follow those of the server, unless they were played since [PLAY-6]', () => {
    localStorage.setItem('places:sam', '[["mine",50,1],["gone",8,null,null],["over",0,2]]')
    const positions = [
      { postId: 'mine', partId: 'a', seconds: 300 },
      { postId: 'over', partId: 'b', seconds: 300 },
      { postId: 'other', partId: 'c', seconds: 12 },
      { postId: 'older', partId: 'd', seconds: 13 },
    ]
    replacePositions('sam', positions)
    expect(postsUnderWay('sam')).toEqual([
      { postId: 'mine', seconds: 50 },
      { postId: 'other', seconds: 12 },
      { postId: 'older', seconds: 13 },
    ])
    expect(unsentPositions('sam').positions.map(({ postId }) => postId)).toEqual(['mine', 'over'])
    replacePositions('sam', [])
    expect(postsUnderWay('sam')).toEqual([{ postId: 'mine', seconds: 50 }])
  })
})
