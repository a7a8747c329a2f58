import type { Thread } from '@touchline/contract/comments.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { live } from '#live/live.ts'
import { authorName } from './author-name.ts'
import { placeOf } from './comment-cache.ts'

/** The distance from the end that still counts as the end, in pixels. */
const nearEnd = 48

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight <= nearEnd

const isTypingIn = (box: HTMLElement) =>
  document.activeElement?.matches('textarea') === true && box.contains(document.activeElement)

/** Ids of comments that arrived live. */
function useLiveIds() {
  const [liveIds, setLiveIds] = useState<string[]>([])
  useEffect(
    () =>
      live.subscribe({
        onMessage(message) {
          if (message.type === 'comment_created') setLiveIds((before) => [...before, message.commentId])
        },
      }),
    [],
  )
  return liveIds
}

/**
 * Follows new comments in a box whose last one is the latest. A reader at the end who is not typing stays there; for
 * others nothing moves, and `unseen` counts. `announced` announces the latest one.
 */
export function useNewComments(threads: Thread[], viewerId: string, isFollowing: boolean) {
  const box = useRef<HTMLElement>(null)
  const wasAtEnd = useRef(true)
  const newest = threads.at(-1)
  const place = newest ? placeOf(newest) : ''
  const [seen, setSeen] = useState(place)
  const isOwn = newest?.user.id === viewerId
  useLayoutEffect(() => {
    const list = box.current
    if (!list || place === '' || !isFollowing) return
    if (!isOwn && (!wasAtEnd.current || isTypingIn(list))) return
    list.scrollTo({ top: list.scrollHeight })
    setSeen(place)
  }, [place, isOwn, isFollowing])

  const liveIds = useLiveIds()
  const all = threads.flatMap((thread) => [thread, ...thread.replies])
  const arrived = all.filter(({ id }) => liveIds.includes(id))
  const latest = arrived.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).at(-1)
  const [announced, setAnnounced] = useState({ place: '', words: '' })
  if (latest && placeOf(latest) > announced.place) {
    const words = latest.user.id === viewerId ? '' : `New comment from ${authorName(latest.user)}`
    setAnnounced({ place: placeOf(latest), words })
  }

  return {
    box,
    unseen: isFollowing
      ? threads.filter((thread) => placeOf(thread) > seen && thread.user.id !== viewerId).length
      : 0,
    announced: announced.words,
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
