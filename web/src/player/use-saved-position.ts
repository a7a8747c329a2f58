import { useEffect } from 'react'
import { isAtPlace } from './control.ts'
import { savePosition } from './saved-positions.ts'

const everySeconds = 5

export function useSavedPosition(element: HTMLMediaElement | null, personId: string, postId: string): void {
  useEffect(() => {
    if (!element) return undefined
    let last = 0
    let hasBegun = false
    const keep = () => {
      // Before playing and after release, the position is meaningless.
      if (!hasBegun || !isAtPlace(element)) return
      last = element.currentTime
      savePosition({ personId, postId }, last, element.duration)
    }
    const follow = () => {
      if (Math.abs(element.currentTime - last) >= everySeconds) keep()
    }
    const leaving = new AbortController()
    const { signal } = leaving
    const begin = () => {
      hasBegun = true
    }
    element.addEventListener('playing', begin, { signal })
    element.addEventListener('timeupdate', follow, { signal })
    for (const name of ['pause', 'seeked', 'ended']) element.addEventListener(name, keep, { signal })
    window.addEventListener('pagehide', keep, { signal })
    return () => {
      keep()
      leaving.abort()
    }
  }, [element, personId, postId])
}
