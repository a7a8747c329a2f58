import { count, maxViews } from '@touchline/contract/views.ts'
import { clubNow } from '#ui/clock.ts'

/** How long half of a post, or half a screen of it, must be visible. */
export const seenAfterMs = 1000
const quietMs = 2000

type Report = (postIds: string[]) => boolean

const reportToServer: Report = (postIds) =>
  navigator.sendBeacon(count.path, new Blob([JSON.stringify({ postIds })], { type: 'application/json' }))

const isHalfVisible = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= 0.5 || (!!rootBounds && intersectionRect.height >= rootBounds.height / 2)

const keyOf = (postId: string) => `${new Date(clubNow()).toISOString().slice(0, 10)} ${postId}`

/** Reports seen posts in batches, each once a day. Hidden pages do not count. */
export function viewWatcher(report: Report = reportToServer) {
  const reported = new Set<string>()
  const waiting = new Set<string>()
  const visible = new Map<Element, ReturnType<typeof setTimeout> | undefined>()
  const ids = new Map<Element, string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(timer)
    const batch = [...waiting].slice(0, maxViews)
    if (batch.length === 0 || !report(batch)) return
    for (const postId of batch) {
      waiting.delete(postId)
      reported.add(keyOf(postId))
    }
    if (waiting.size > 0) flush()
  }
  const see = (postId: string) => {
    if (reported.has(keyOf(postId))) return
    waiting.add(postId)
    clearTimeout(timer)
    if (waiting.size >= maxViews) flush()
    else timer = setTimeout(flush, quietMs)
  }
  const begin = (card: Element) => {
    clearTimeout(visible.get(card))
    const isLooking = document.visibilityState === 'visible'
    visible.set(card, isLooking ? setTimeout(() => see(ids.get(card) ?? ''), seenAfterMs) : undefined)
  }
  const end = (card: Element) => {
    clearTimeout(visible.get(card))
    visible.delete(card)
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!isHalfVisible(entry)) end(entry.target)
        else if (!visible.has(entry.target)) begin(entry.target)
      }
    },
    { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5] },
  )
  document.addEventListener('visibilitychange', () => {
    for (const card of visible.keys()) begin(card)
    if (document.visibilityState === 'hidden') flush()
  })
  window.addEventListener('pagehide', flush)

  return (card: Element, postId: string) => {
    ids.set(card, postId)
    observer.observe(card)
    return () => {
      observer.unobserve(card)
      end(card)
      ids.delete(card)
    }
  }
}

let watch: ReturnType<typeof viewWatcher> | undefined

export function watchView(card: Element, postId: string): () => void {
  watch ??= viewWatcher()
  return watch(card, postId)
}
