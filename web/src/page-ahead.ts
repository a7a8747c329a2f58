import type { QueryClient } from '@tanstack/react-query'
import { router } from './routes.tsx'
import { isGateOpen } from './features/gate/unlock.ts'
import { siteQuery } from './session/site.ts'
import { sessionQuery } from './session/viewer.ts'

/** Fetches the code of the page at this address. What cannot be fetched the page asks for again, and misses, itself. */
export function fetchPageAhead() {
  const [routes] = router.getMatchedRoutes(window.location.pathname)
  return Promise.all(routes.map(async ({ options }) => options.component?.preload?.()))
}

/**
 * Lets the router find the page of whoever is asking before anything of it is drawn: what it finds later it hands to
 * React as news of a store, which is drawn in one go. Behind the gate, and where nobody could say who is asking,
 * there is no page to find.
 */
export async function findPageAhead(client: QueryClient) {
  const site = client.getQueryData(siteQuery.queryKey)
  const session = client.getQueryData(sessionQuery.queryKey)
  if (!site || !session || session.state === 'blocked' || !isGateOpen(site)) return
  const viewer = session.state === 'signedIn' ? session.viewer : null
  router.update({ ...router.options, context: { viewer } })
  // There is no page yet to lead over from.
  router.shouldViewTransition = false
  await router.load()
}
