import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { logProblem } from '#api/log.ts'
import { createQueryClient } from '#api/query-client.ts'
import { siteQuery } from '#session/site.ts'
import { noteTurnedAway } from '#session/turned-away.ts'
import { sessionQuery } from '#session/viewer.ts'
import { App } from './app.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

window.addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  logProblem('A promise was rejected and nobody listened', event.reason)
})
window.addEventListener('error', (event) => logProblem('An error was not caught', event.error))

const queryClient = createQueryClient({ onFailure: noteTurnedAway })
// Both are needed before the first page: ask at once instead of one after the other.
void queryClient.prefetchQuery(siteQuery)
void queryClient.prefetchQuery(sessionQuery)

const place = document.querySelector('#root')
if (!place) throw new Error('The page has no #root')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
