import { router } from './routes.tsx'

/** Fetches the code of the page at this address. What cannot be fetched the page asks for again, and misses, itself. */
export function fetchPageAhead() {
  const [routes] = router.getMatchedRoutes(window.location.pathname)
  return Promise.all(routes.map(async ({ options }) => options.component?.preload?.()))
}
