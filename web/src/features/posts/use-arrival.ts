import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Brings the post an address names (`/content?page=3#post-ID`) to the top of the screen, once, when it is there. */
export function useArrival(hasPosts: boolean) {
  const hash = useLocation({ select: (location) => location.hash })
  const arrived = useRef('')
  useEffect(() => {
    if (!hasPosts || hash === arrived.current) return
    const card = document.getElementById(hash)
    if (!card) return
    arrived.current = hash
    card.scrollIntoView({ block: 'start', behavior: 'instant' })
    card.focus({ preventScroll: true })
  }, [hash, hasPosts])
}
