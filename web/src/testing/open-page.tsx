import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { Site } from '@touchline/contract/site.ts'
import { site as words } from '@touchline/content/demo/site.ts'
import { Suspense } from 'react'
import { createQueryClient } from '#api/query-client.ts'
import { siteQuery } from '#site/site.ts'
import { recordAccessRefusal } from '#session/access-refusals.ts'
import { slots } from '#shell/slots.tsx'
import { SlotContext } from '#slots.ts'
import { Toaster } from '#ui/toaster.tsx'

export const openSite: Site = {
  ...words,
  creator: { id: 'creator', ...words.creator },
  price: 12.99,
  tipAmount: 5,
  gate: { enabled: true },
  payments: { provider: 'sandbox', publishableKey: 'pk_test', apiBase: '/sandbox', methods: ['card'] },
  features: { sandbox: true, offline: true, demo: true, asksPhone: true },
}

/** Renders one page with site data, toasts and a catch-all router. */
export function openPage(Page: RouteComponent, at = '/', site = openSite) {
  const client = createQueryClient({ onFailure: recordAccessRefusal })
  client.setQueryData(siteQuery.queryKey, site)
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '$', component: Page })
  const front = createRoute({ getParentRoute: () => root, path: '/', component: Page })
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routeTree: root.addChildren([front, page]), history })
  render(
    <QueryClientProvider client={client}>
      <SlotContext value={slots}>
        <Suspense>
          <RouterProvider<AnyRouter> router={router} />
        </Suspense>
      </SlotContext>
      <Toaster />
    </QueryClientProvider>,
  )
  return { pathname: () => router.state.location.pathname, client }
}

export const toastText = () => document.querySelector('[data-toast]')?.textContent ?? null
