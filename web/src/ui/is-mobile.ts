import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 768px)'
const handheld = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i

/** Whether the user agent is mobile or the window is at most 768 px wide. */
export const isMobile = () => handheld.test(navigator.userAgent) || matchMedia(narrow).matches

function onWidthChange(listener: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useIsMobile = () => useSyncExternalStore(onWidthChange, isMobile, () => false)
