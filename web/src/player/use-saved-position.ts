import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSavedText } from '#drafting/saved-texts.ts'
import { isAtPlace } from './control.ts'
import { type Played, positionIn, positionsKey, savePosition } from './saved-positions.ts'
import { positionsQuery, sendPositions } from './send-positions.ts'

const saveEverySeconds = 5
const sendEveryMs = 10_000

/**
 * Saves the position of an element in the browser every five seconds, and sends it every ten, when it stops and when
 * the page closes. Returns a function that ends this.
 */
export function followPosition(element: HTMLMediaElement, played: Played, send: () => void): () => void {
  let last = 0
  let hasBegun = false
  let sentAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendNow = () => {
    clearTimeout(timer)
    timer = undefined
    sentAt = Date.now()
    send()
  }
  const save = () => {
    // Before playing and after release, the position is meaningless.
    if (!hasBegun || !isAtPlace(element)) return
    last = element.currentTime
    savePosition(played, last, element.duration)
    timer ??= setTimeout(stop, Math.max(0, sentAt + sendEveryMs - Date.now()))
  }
  const stop = () => {
    save()
    if (timer !== undefined) sendNow()
  }
  const follow = () => {
    if (Math.abs(element.currentTime - last) >= saveEverySeconds) save()
  }
  const begin = () => {
    hasBegun = true
  }
  const leaving = new AbortController()
  const { signal } = leaving
  element.addEventListener('playing', begin, { signal })
  element.addEventListener('timeupdate', follow, { signal })
  element.addEventListener('seeked', save, { signal })
  for (const name of ['pause', 'ended']) element.addEventListener(name, stop, { signal })
  window.addEventListener('pagehide', stop, { signal })
  return () => {
    stop()
    leaving.abort()
  }
}

export function useSavedPosition(
  element: HTMLMediaElement | null,
  { personId, postId, partId }: Played,
): void {
  useEffect(
    () =>
      element
        ? followPosition(element, { personId, postId, partId }, () => void sendPositions(personId))
        : undefined,
    [element, personId, postId, partId],
  )
}

/** Where the viewer stopped, on whichever device; 0 for the start. */
export function usePosition({ personId, postId, partId }: Played): number {
  useQuery(positionsQuery(personId))
  return positionIn(useSavedText(positionsKey(personId)), { postId, partId })
}
