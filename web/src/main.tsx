import './styles/main.css'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isAborted, logProblem } from '#api/log.ts'
import { createQueryClient } from '#api/query-client.ts'
import { siteQuery } from '#session/site.ts'
import { recordAccessRefusal } from './session/access-refusals.ts'
import { sessionQuery } from '#session/viewer.ts'
import { afterFirstContent, expectFirstContent } from './ui/first-content.ts'
import { openFailure, showCarriedToast } from '#ui/toast-store.ts'
import { App } from './app.tsx'
import { router } from './routes.tsx'
import { isGateOpen } from './features/gate/unlock.ts'

/** Fetches the code of the page at this address. What cannot be fetched the page asks for again, and misses, itself. */
function fetchPageAhead() {
  const [routes] = router.getMatchedRoutes(window.location.pathname)
  return Promise.all(routes.map(async ({ options }) => options.component?.preload?.()))
}

/**
 * Lets the router find the page of whoever is asking before anything of it is drawn: what it finds later it hands to
 * React as news of a store, which is drawn in one go. Behind the gate, and where nobody could say who is asking,
 * there is no page to find.
 */
async function findPageAhead(client: QueryClient) {
  const site = client.getQueryData(siteQuery.queryKey)
  const session = client.getQueryData(sessionQuery.queryKey)
  if (!site || !session || session.state === 'blocked' || !isGateOpen(site)) return
  const viewer = session.state === 'signedIn' ? session.viewer : null
  router.update({ ...router.options, context: { viewer } })
  // There is no page yet to lead over from.
  router.shouldViewTransition = false
  await router.load()
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

window.addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  if (!isAborted(event.reason)) logProblem('A promise was rejected', event.reason)
})
window.addEventListener('error', (event) => logProblem('An error was not caught', event.error))

// Until the page is drawn for the first time.
const isDrawn = expectFirstContent()
afterFirstContent(async () => (await import('#ui/keep-focus.ts')).keepFocus()).catch(() => {})

const root = createRoot(document.querySelector('#root')!)

const queryClient = createQueryClient({ onFailure: recordAccessRefusal, onTry: openFailure })
showCarriedToast()

const show = () =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App onDrawn={isDrawn} />
      </QueryClientProvider>
    </StrictMode>,
  )

// All of it is needed before the first page: asked for at once instead of one after the other. Drawn sooner, React would
// put a stand-in where something is missing and keep that for 0.3 s at least. Drawn as a transition, the page comes in
// pieces, between which the browser can do something else. Whatever fails, the page says so itself.
void Promise.all([
  queryClient.prefetchQuery(siteQuery),
  queryClient.prefetchQuery(sessionQuery),
  fetchPageAhead(),
])
  .then(() => findPageAhead(queryClient))
  .finally(() => startTransition(show))
