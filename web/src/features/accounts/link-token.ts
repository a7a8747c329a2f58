import { useEffect, useState } from 'react'

/** The token of a mailed link, from the part of the address that no server sees; it is removed from the address bar. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1))
  useEffect(() => {
    // Nobody who looks at the screen or into the history finds a link that works.
    if (token) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [token])
  useEffect(() => {
    // A browser does not load the page again for a second link that is pasted over the first.
    const openNextLink = () => {
      const next = window.location.hash.slice(1)
      if (next && !document.getElementById(next)) window.location.reload()
    }
    window.addEventListener('hashchange', openNextLink)
    return () => window.removeEventListener('hashchange', openNextLink)
  }, [])
  return token
}
