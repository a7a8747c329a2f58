import type { Post } from '@touchline/contract/posts.ts'
import { anchorOf } from './feed-mark.ts'
import { saveReadingPosition, type SendPosition } from './save-reading-position.ts'

const marks = new Map<string, ReturnType<typeof saveReadingPosition>>()

/** The reading position of one person; someone else may sign in on the same page. Flushed when the page is hidden. */
function markOf(personId: string, send: SendPosition) {
  const known = marks.get(personId)
  if (known) return known
  const mark = saveReadingPosition(send)
  marks.set(personId, mark)
  window.addEventListener('pagehide', mark.flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') mark.flush()
  })
  return mark
}

/** The upper part of the screen counts as being read. */
const readingArea = { rootMargin: '-104px 0px -40% 0px' }

/**
 * Saves a person's reading position from the visible posts. A stop needs scrolling first: opening the feed is
 * not reading.
 */
export function watchFeed(posts: Post[], personId: string, send: SendPosition): () => void {
  const mark = markOf(personId, send)
  const cards = new Map<Element, Post>()
  for (const post of posts) {
    const card = document.getElementById(anchorOf(post.id))
    if (card && post.status === 'ready') cards.set(card, post)
  }
  const visible = new Set<Post>()
  let hasMoved = window.scrollY > 0
  const record = () => {
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
    record()
  }, readingArea)
  for (const card of cards.keys()) observer.observe(card)
  const onScroll = () => {
    hasMoved = true
    record()
  }
  window.addEventListener('scroll', onScroll, { once: true, passive: true })
  return () => {
    observer.disconnect()
    window.removeEventListener('scroll', onScroll)
  }
}

export const stopWatchingFeed = (personId: string) => marks.get(personId)?.flush()
