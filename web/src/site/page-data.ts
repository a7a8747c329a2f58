import type { QueryClient } from '@tanstack/react-query'
import type { PageData } from '@touchline/contract/page-data.ts'

/** Whether the server sent this page now. A page from the browser's cache may be outdated. */
function isFresh() {
  const [opening] = performance.getEntriesByType('navigation')
  return opening instanceof PerformanceNavigationTiming && opening.transferSize > 0
}

/** Returns the data that the server has embedded, unless it may be outdated. */
export function readPageData(): PageData | null {
  const text = document.getElementById('page-data')?.textContent
  // Only our server writes this element.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text && isFresh() ? (JSON.parse(text) as PageData) : null
}

export const isRendered = () => import.meta.env.SSR || !!readPageData()?.rendered

export function fillCache(client: QueryClient, cache: PageData['cache']) {
  for (const { key, data } of cache) client.setQueryData(key, data)
}
