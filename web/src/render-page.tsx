import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import type { PageRenderer } from '@touchline/contract/page-data.ts'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { GatePage } from './features/gate/gate.tsx'
import { paths } from '#paths.ts'
import { makeRouter } from './routes.tsx'
import { fillCache } from '#site/page-data.ts'
import { siteQuery } from '#site/site.ts'
import { titleOfRender } from '#site/page-title.ts'
import { descriptionOf } from '#site/page-descriptions.ts'

/* The server's entry: an implementation of PageRenderer. */

export { emailLinkPaths } from '#paths.ts'

export const publicPaths: PageRenderer['publicPaths'] = [
  paths.home,
  paths.login,
  paths.signup,
  paths.influencerInfo,
  paths.terms,
  paths.privacy,
  paths.rules,
]

export const renderPage: PageRenderer['renderPage'] = async ({ site, path, isGateClosed, teaser }, cache) => {
  const client = new QueryClient()
  fillCache(client, cache)
  // Only people who have passed the gate see another page than the gate.
  if (!isGateClosed) client.setQueryData(siteQuery.queryKey, { ...site, gate: { enabled: false } })
  const history = createMemoryHistory({ initialEntries: [path] })
  // Restoring the scroll position would add a script.
  const router = makeRouter({ history, scrollRestoration: false })
  await (isGateClosed ? GatePage.preload?.() : router.load())
  const html = renderToString(
    <QueryClientProvider client={client}>
      <App router={router} onDrawn={() => {}} />
    </QueryClientProvider>,
  )
  const isKnown = publicPaths.includes(path) || teaser
  return {
    path: isGateClosed ? 'gate' : isKnown ? path : null,
    html,
    title: titleOfRender(),
    description: descriptionOf(path, site),
  }
}
