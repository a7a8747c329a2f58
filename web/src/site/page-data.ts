import type { QueryClient } from '@tanstack/react-query'
import { type PageData, pageKeys } from '@touchline/contract/page-data.ts'

/** Whether the server sent this page now. A page from the browser's cache may be outdated. */
function isFresh() {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries of this kind are of this type
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !!opening && opening.transferSize > 0
}

/** Returns the data that the server has embedded, unless it may be outdated. */
export function readPageData(): PageData | null {
  const text = document.getElementById('page-data')?.textContent
  // Only our server writes this element.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text && isFresh() ? (JSON.parse(text) as PageData) : null
}

const signedIn = ({ key, data }: PageData['cache'][number]) =>
  key[0] === pageKeys.session[0] && isSignedIn(data)

const isSignedIn = (session: unknown) =>
  typeof session === 'object' && session !== null && 'state' in session && session.state === 'signedIn'

/** Whether the server has rendered this page for a visitor. */
export function isRenderedForVisitor() {
  const data = readPageData()
  return !!data?.rendered && !data.cache.some(signedIn)
}

export function fillCache(client: QueryClient, cache: PageData['cache']) {
  for (const { key, data } of cache) client.setQueryData(key, data)
}
