import type { Location } from './address.ts'

const storageKey = 'scroll-positions'

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return new Map()
  }
}

/** Restores the scroll position of each history entry, which the browser would do before the page is there. */
export function createScroll() {
  const positions = readPositions()
  let key: string | null = null

  const record = () => {
    if (key !== null) positions.set(key, window.scrollY)
  }
  const save = () => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-100)))
    } catch {
      // Without storage, a reload starts at the top.
    }
  }

  return {
    /** Whether the next page starts at the top. */
    isReset: true,
    listen() {
      window.history.scrollRestoration = 'manual'
      window.addEventListener('scroll', record, { passive: true })
      window.addEventListener('pagehide', save)
      return () => {
        window.removeEventListener('scroll', record)
        window.removeEventListener('pagehide', save)
      }
    },
    restore(location: Location) {
      const isFirst = key === null
      const { isReset } = this
      this.isReset = true
      key = location.key
      // The HTML from the server may have been scrolled before this code ran.
      if (isFirst && window.scrollY > 0) return record()
      const position = positions.get(key)
      const target = location.hash ? document.getElementById(location.hash) : null
      if (position !== undefined) window.scrollTo(0, position)
      else if (target) target.scrollIntoView()
      else if (isReset && !isFirst) window.scrollTo(0, 0)
      record()
    },
  }
}
