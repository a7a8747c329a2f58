import type { Thread } from '@touchline/contract/comments.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { live } from '#session/live.ts'
import { authorName } from './author-name.ts'
import { placeOf } from './comment-cache.ts'

/** How far from the end somebody is still at it, in pixels. */
const nearEnd = 48

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight <= nearEnd

const isTypingIn = (box: HTMLElement) =>
  document.activeElement?.matches('textarea') === true && box.contains(document.activeElement)

/** The comments that were written while this list was there; those read later may be of any age. */
function useBroughtLive() {
  const [brought, setBrought] = useState<string[]>([])
  useEffect(
    () =>
      live.subscribe({
        hear(message) {
          if (message.type === 'comment_created') setBrought((before) => [...before, message.commentId])
        },
      }),
    [],
  )
  return brought
}

/**
 * Follows what arrives in a list of comments: whoever reads its end, and types nothing in it, stays at its end; for
 * everybody else nothing moves, and `unseen` counts what is new below. `heard` says the newest arrival in words. On a
 * page of its own (`isPage`) the list is as long as its comments: nothing is below it unseen.
 */
export function useNewComments(threads: Thread[], viewerId: string, isPage = false) {
  const box = useRef<HTMLElement>(null)
  const wasAtEnd = useRef(true)
  const newest = threads.at(-1)
  const place = newest ? placeOf(newest) : ''
  const [seen, setSeen] = useState(place)
  const isOwn = newest?.user.id === viewerId
  useLayoutEffect(() => {
    const list = box.current
    if (!list || place === '') return
    if (!isOwn && (!wasAtEnd.current || isTypingIn(list))) return
    list.scrollTo({ top: list.scrollHeight })
    setSeen(place)
  }, [place, isOwn])

  const brought = useBroughtLive()
  const all = threads.flatMap((thread) => [thread, ...thread.replies])
  const arrived = all.filter(({ id }) => brought.includes(id))
  const latest = arrived.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).at(-1)
  const [heard, setHeard] = useState({ place: '', words: '' })
  if (latest && placeOf(latest) > heard.place) {
    const words = latest.user.id === viewerId ? '' : `New comment from ${authorName(latest.user)}`
    setHeard({ place: placeOf(latest), words })
  }

  return {
    box,
    unseen: isPage
      ? 0
      : threads.filter((thread) => placeOf(thread) > seen && thread.user.id !== viewerId).length,
    heard: heard.words,
    onScroll: () => {
      const list = box.current
      if (!list) return
      wasAtEnd.current = isAtEnd(list)
      if (wasAtEnd.current) setSeen(place)
    },
    showNewest: () => {
      const list = box.current
      if (!list) return
      list.scrollTo({ top: list.scrollHeight })
      list.focus({ preventScroll: true })
      setSeen(place)
    },
  }
}
