import { useEffect, useEffectEvent, useRef } from 'react'
import { isFocusLost } from './focus-return.ts'

/**
 * For controls that take each other's place, or are gone with what they were pressed for. After the function this answers
 * was called, the focus goes with the next change of `shown` to `place`, unless it is elsewhere by now.
 */
export function useFollowingFocus(shown: unknown, place: () => HTMLElement | null): () => void {
  const follows = useRef(false)
  const before = useRef(shown)
  const goAlong = useEffectEvent(() => {
    if (follows.current && isFocusLost()) place()?.focus({ preventScroll: true })
    follows.current = false
  })
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    goAlong()
  }, [shown])
  return () => {
    follows.current = true
  }
}
