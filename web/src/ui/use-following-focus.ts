import { useEffect, useEffectEvent, useRef } from 'react'
import { isFocusLost } from './focus-return.ts'

/** Returns a function after which the next change of `shown` focuses `place`. */
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
