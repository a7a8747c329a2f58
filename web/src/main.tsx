import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isAborted, logProblem } from '#api/log.ts'
import { createQueryClient } from '#api/query-client.ts'
import { fillCache, readPageData } from '#site/page-data.ts'
import { siteQuery } from '#site/site.ts'
import { recordAccessRefusal } from './session/access-refusals.ts'
import { rememberLinkingPost } from './session/return-path.ts'
import { sessionQuery } from '#session/viewer.ts'
import { afterFirstContent, expectFirstContent } from './ui/first-content.ts'
import { setClockAhead } from './ui/clock.ts'
import { openFailure, showCarriedToast } from '#ui/toast-store.ts'
import { App } from './app.tsx'
import { makeRouter } from './routes.tsx'
import { GatePage } from './features/gate/gate.tsx'
import { isGateOpen } from './site/unlock.ts'
import type { PageData } from '@touchline/contract/page-data.ts'
import type { Site } from '@touchline/contract/site.ts'
import { signupKey } from './features/subscriptions/signup-flow.ts'
import { isPaymentUnderWay } from './payments/payment-under-way.ts'
import { readStored } from './ui/browser-storage.ts'

/** Whether the first render matches the server's HTML: a passed gate or a pending payment changes it. */
function mayHydrate({ rendered }: PageData, site: Site): boolean {
  if (!isGateOpen(site)) return rendered === 'gate'
  return (
    rendered === window.location.pathname && !isPaymentUnderWay() && readStored('session', signupKey) === null
  )
}

/** Preloads the code of the current page. */
function fetchPageAhead() {
  if (pageData?.rendered === 'gate') return GatePage.preload?.()
  return router.preload(window.location.pathname)
}

/** Loads the first route before rendering: React takes a later change of route as a synchronous update. */
async function findPageAhead() {
  const site = queryClient.getQueryData(siteQuery.queryKey)
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  if (!site || !session || session.state === 'blocked' || !isGateOpen(site)) return
  await router.load()
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

window.addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  if (!isAborted(event.reason)) logProblem('A promise was rejected', event.reason)
})
window.addEventListener('error', (event) => logProblem('An error was not caught', event.error))

const isDrawn = expectFirstContent()
afterFirstContent(async () => (await import('#ui/keep-focus.ts')).keepFocus()).catch(() => {})

const queryClient = createQueryClient({ onFailure: recordAccessRefusal, onTry: openFailure })
const router = makeRouter({
  viewer() {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    return session?.state === 'signedIn' ? session.viewer : null
  },
})
showCarriedToast()
rememberLinkingPost()

const pageData = readPageData()
if (pageData) {
  fillCache(queryClient, pageData.cache)
  setClockAhead(pageData.aheadMs ?? 0)
}

declare global {
  interface Window {
    /** Input from before React took over (public/theme.js). */
    earlyinput?: { save(): void; replay(): void }
  }
}

function onDrawn() {
  isDrawn()
  window.earlyinput?.replay()
}

const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App router={router} onDrawn={onDrawn} />
    </QueryClientProvider>
  </StrictMode>
)

function show() {
  const place = document.querySelector('#root')!
  const site = queryClient.getQueryData(siteQuery.queryKey)
  if (!pageData || !site || !mayHydrate(pageData, site)) {
    createRoot(place).render(app)
    return
  }
  window.earlyinput?.save()
  hydrateRoot(place, app)
}

// Wait for the first page instead of suspending: React shows a fallback for at least 0.3 s.
void Promise.all([
  queryClient.prefetchQuery(siteQuery),
  queryClient.prefetchQuery(sessionQuery),
  fetchPageAhead(),
])
  .then(findPageAhead)
  .finally(() => startTransition(show))
