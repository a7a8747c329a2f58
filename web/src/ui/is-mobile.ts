import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 768px)'
const handheld = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i

/** Mobile by what the browser calls itself, or by a width of up to 768 px. */
export const isMobile = () => handheld.test(navigator.userAgent) || matchMedia(narrow).matches

function onWidthChange(listener: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** `isMobile`, kept up to date while the window changes its size. */
export const useIsMobile = () => useSyncExternalStore(onWidthChange, isMobile)
