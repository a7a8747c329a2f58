import { writeStored } from '#ui/browser-storage.ts'

export const returnPathKey = 'returnPath'

export const rememberPath = () => sessionStorage.setItem(returnPathKey, location.pathname + location.search)

/** Remembers the post whose link to signing in or up was pressed before its page was hydrated. */
export function rememberLinkingPost() {
  const from = URL.parse(document.referrer)
  if (!from || from.origin !== location.origin || !from.pathname.startsWith('/post/')) return
  if (/^\/(?:login|signup)$/.test(location.pathname)) writeStored('session', returnPathKey, from.pathname)
}
