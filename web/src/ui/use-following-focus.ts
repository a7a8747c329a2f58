import { useEffect, useEffectEvent, useRef } from 'react'
import { isFocusLost } from './focus-return.ts'

/**
 * Moves the focus for controls that replace each other or disappear after use. After the returned function was called, the
 * next change of `shown` focuses `place`, unless the focus has moved elsewhere.
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
