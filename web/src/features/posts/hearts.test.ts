import { describe, expect, it } from 'vitest'
import { createHearts, type Heart } from './hearts.ts'

/** One post on screen, as the caches would show it. */
function onePost(heart: Heart) {
  const shown = { ...heart }
  const hearts = createHearts((_id, changes) => Object.assign(shown, changes))
  return { shown, hearts }
}

describe('hearts', () => {
  it('shows a like at once and reverts it on failure [LIKE-1]', () => {
    const { shown, hearts } = onePost({ isLiked: false, likesCount: 4 })
    hearts.start('p', { ...shown })
    expect(shown).toEqual({ isLiked: true, likesCount: 5 })
    hearts.settle('p', null)
    expect(shown).toEqual({ isLiked: false, likesCount: 4 })
  })

  it('falls back to the latest live count after a failure [LIKE-1, LIVE-1]', () => {
    const { shown, hearts } = onePost({ isLiked: false, likesCount: 4 })
    hearts.start('p', { ...shown })
    hearts.receive('p', 9)
    expect(shown).toEqual({ isLiked: true, likesCount: 5 })
    hearts.settle('p', null)
    expect(shown).toEqual({ isLiked: false, likesCount: 9 })
  })

  it('shows the last of several quick presses without flicker [LIKE-1, LIKE-2]', () => {
    const { shown, hearts } = onePost({ isLiked: false, likesCount: 4 })
    hearts.start('p', { ...shown })
    hearts.start('p', { ...shown })
    expect(shown).toEqual({ isLiked: false, likesCount: 4 })
    hearts.settle('p', { isLiked: true, likesCount: 5 })
    expect(shown).toEqual({ isLiked: false, likesCount: 4 })
    hearts.settle('p', { isLiked: false, likesCount: 4 })
    expect(shown).toEqual({ isLiked: false, likesCount: 4 })
  })

  it('keeps a live count that is newer than the response [LIKE-1, LIVE-1]', () => {
    const { shown, hearts } = onePost({ isLiked: false, likesCount: 0 })
    hearts.start('p', { ...shown })
    hearts.receive('p', 2)
    hearts.settle('p', { isLiked: true, likesCount: 1 })
    expect(shown).toEqual({ isLiked: true, likesCount: 2 })
  })

  it('shows live counts while no request is pending [LIVE-1]', () => {
    const { shown, hearts } = onePost({ isLiked: true, likesCount: 4 })
    hearts.receive('p', 12)
    expect(shown).toEqual({ isLiked: true, likesCount: 12 })
  })
})
