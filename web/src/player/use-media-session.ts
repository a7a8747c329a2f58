import { useEffect, useRef } from 'react'
import type { NowPlaying } from './media-session.ts'

/** Connects an element to the controls of the system from its first play on. */
export function useMediaSession(element: HTMLMediaElement | null, isOpen: boolean, about: NowPlaying): void {
  const latest = useRef(about)
  useEffect(() => {
    latest.current = about
  })
  useEffect(() => {
    if (!element || !isOpen) return undefined
    let close: (() => void) | null = null
    const leaving = new AbortController()
    const open = async () => {
      const { openMediaSession } = await import('./media-session.ts')
      if (!leaving.signal.aborted) close = openMediaSession(element, () => latest.current)
    }
    // Without it the media plays all the same.
    open().catch(() => undefined)
    return () => {
      leaving.abort()
      close?.()
    }
  }, [element, isOpen])
}
