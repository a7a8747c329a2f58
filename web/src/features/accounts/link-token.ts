import { useEffect, useState } from 'react'

/** Returns the token from the fragment, which no server sees, and removes it from the address bar. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1))
  useEffect(() => {
    // A working link must not stay on screen or in the history.
    if (token) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [token])
  useEffect(() => {
    // Pasting a second link over the first changes only the fragment, so reload the page.
    const openNextLink = () => {
      const next = window.location.hash.slice(1)
      if (next && !document.getElementById(next)) window.location.reload()
    }
    window.addEventListener('hashchange', openNextLink)
    return () => window.removeEventListener('hashchange', openNextLink)
  }, [])
  return token
}
