/** The entries of a browser tab. Each has a key, under which its scroll position is saved. */
export type RouterHistory = {
  isBrowser: boolean
  href(): string
  key(): string
  push(href: string): void
  replace(href: string): void
  /** Calls `onMove` after a move between entries. Returns a function that stops it. */
  listen(onMove: () => void): () => void
}

const createKey = () => Math.random().toString(36).slice(2)

function keyOfState(): string | null {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
    ? state.key
    : null
}

/** A path that begins with two slashes would name another origin. */
const addressBar = () =>
  window.location.pathname.replace(/^\/{2,}/, '/') + window.location.search + window.location.hash
const replace = (to: string) => window.history.replaceState({ key: createKey() }, '', to)

export const browserHistory: RouterHistory = {
  isBrowser: true,
  href: addressBar,
  key() {
    if (!keyOfState()) replace(addressBar())
    return keyOfState() ?? ''
  },
  push: (to) => window.history.pushState({ key: createKey() }, '', to),
  replace,
  listen(onMove) {
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  },
}

/** A history with a single entry, for the server and tests. */
export function memoryHistory(start: string): RouterHistory {
  let href = start
  const go = (to: string) => {
    href = to
  }
  return {
    isBrowser: false,
    href: () => href,
    key: () => href,
    push: go,
    replace: go,
    listen: () => () => {},
  }
}
