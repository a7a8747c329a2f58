import type { Post } from '@touchline/contract/posts.ts'
import { anchorOf } from './feed-mark.ts'
import { saveReadingPosition, type SendPosition } from './save-reading-position.ts'

const marks = new Map<string, ReturnType<typeof saveReadingPosition>>()

/** The mark of one person: another one may sign in on the same page. It is told in time when the page is left. */
function markOf(personId: string, tell: SendPosition) {
  const known = marks.get(personId)
  if (known) return known
  const mark = saveReadingPosition(tell)
  marks.set(personId, mark)
  window.addEventListener('pagehide', mark.flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') mark.flush()
  })
  return mark
}

/** The upper part of the screen, below where a card that was scrolled to begins: what is there is being read. */
const beingRead = { rootMargin: '-104px 0px -40% 0px' }

/**
 * Watches which of these posts are on screen and keeps the mark of `personId` by it, telling `tell`, until the returned function is
 * called. Where one stopped is known only after one has moved: opening the feed is no reading.
 */
export function watchFeed(posts: Post[], personId: string, tell: SendPosition): () => void {
  const mark = markOf(personId, tell)
  const cards = new Map<Element, Post>()
  for (const post of posts) {
    const card = document.getElementById(anchorOf(post.id))
    if (card && post.status === 'ready') cards.set(card, post)
  }
  const visible = new Set<Post>()
  let hasMoved = window.scrollY > 0
  const note = () => {
    for (const post of visible) mark.see(post)
    const first = posts.find((post) => visible.has(post))
    if (hasMoved && first) mark.stopAt(first.id)
  }
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const post = cards.get(target)
      if (post && isIntersecting) visible.add(post)
      else if (post) visible.delete(post)
    }
    note()
  }, beingRead)
  for (const card of cards.keys()) observer.observe(card)
  const onScroll = () => {
    hasMoved = true
    note()
  }
  window.addEventListener('scroll', onScroll, { once: true, passive: true })
  return () => {
    observer.disconnect()
    window.removeEventListener('scroll', onScroll)
  }
}

/** Tells at once where `personId` is, when they go on to another page. */
export const stopWatchingFeed = (personId: string) => marks.get(personId)?.flush()
