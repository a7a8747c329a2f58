import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { PageRenderer } from '@touchline/contract/page-data.ts'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { GatePage } from './features/gate/gate.tsx'
import { memoryHistory } from '#router/history.ts'
import { paths } from '#paths.ts'
import { makeRouter } from './routes.tsx'
import { sessionQuery } from '#session/viewer.ts'
import { setClockAhead } from '#ui/clock.ts'
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

export const memberPaths: PageRenderer['memberPaths'] = [paths.home, paths.content]

/** Everything in a style that the components of these pages compute. */
const plainStyle = /^[\w\s.,:;/%()#+-]*$/

/** Moves style attributes into rules. React adds what it changes later as attributes, which win over rules. */
function withoutStyles(html: string) {
  const rules = new Map<string, string>()
  const bare = html.replaceAll(/ style="([^"]*)"/g, (_attribute, style: string) => {
    if (!plainStyle.test(style)) return ''
    const name = rules.get(style) ?? `s${rules.size}`
    rules.set(style, name)
    return ` data-style="${name}"`
  })
  const styles = [...rules].map(([style, name]) => `[data-style=${name}]{${style}}`).join('')
  return { html: bare, styles }
}

export const renderPage: PageRenderer['renderPage'] = async (
  { site, texts, path, isGateClosed, teaser, aheadMs = 0 },
  cache,
) => {
  const client = new QueryClient()
  fillCache(client, cache)
  // Only people who have passed the gate see another page than the gate.
  if (!isGateClosed)
    client.setQueryData(siteQuery.queryKey, { ...site, gate: { ...site.gate, enabled: false } })
  const history = memoryHistory(path)
  const session = client.getQueryData(sessionQuery.queryKey)
  const viewer = session?.state === 'signedIn' ? session.viewer : null
  const router = makeRouter({ history, viewer: () => viewer })
  await (isGateClosed ? GatePage.preload?.() : router.load())
  setClockAhead(aheadMs)
  const rendered = renderToString(
    <QueryClientProvider client={client}>
      <App router={router} onDrawn={() => {}} />
    </QueryClientProvider>,
  )
  const isKnown = viewer || publicPaths.includes(path) || teaser
  return {
    path: isGateClosed ? 'gate' : isKnown ? path : null,
    ...withoutStyles(rendered),
    title: titleOfRender(),
    description: descriptionOf(path, site, texts),
  }
}
