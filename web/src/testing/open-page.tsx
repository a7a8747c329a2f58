import { QueryClientProvider } from '@tanstack/react-query'
import { memoryHistory } from '#router/history.ts'
import type { RouteComponent } from '#router/lazy-page.tsx'
import { Outlet, RouterProvider } from '#router/router-provider.tsx'
import { createRouter, type PageRoute } from '#router/router.ts'
import { CrashScreen } from '#shell/crash-screen.tsx'
import { NotFoundScreen } from '#shell/not-found-screen.tsx'
import { FullSpinner } from '#ui/spinner.tsx'
import { render } from '@testing-library/react'
import type { PageData } from '@touchline/contract/page-data.ts'
import type { Site } from '@touchline/contract/site.ts'
import { site as words } from '@touchline/content/demo/site.ts'
import { Suspense } from 'react'
import { createQueryClient } from '#api/query-client.ts'
import { fillCache } from '#site/page-data.ts'
import { siteQuery } from '#site/site.ts'
import { recordAccessRefusal } from '#session/access-refusals.ts'
import { slots } from '#shell/slots.tsx'
import { SlotContext } from '#slots.ts'
import { Toaster } from '#ui/toaster.tsx'
import { siteContent } from './site-content.ts'

export const openSite: Site = {
  ...words,
  accent: null,
  coverUrl: null,
  creator: { id: 'creator', ...words.creator },
  price: 12.99,
  tipAmount: 5,
  gate: { enabled: true, opensAt: null, hasWaitlist: false },
  payments: { provider: 'sandbox', publishableKey: 'pk_test', apiBase: '/sandbox', methods: ['card'] },
  features: { sandbox: true, offline: true, demo: true, asksPhone: true },
}

/** Returns a router of these pages without a browser's history. */
export const openRouter = (at: string, pages: Pick<PageRoute, 'path' | 'component'>[]) =>
  createRouter({
    pages: pages.map((page) => ({ ...page, areas: [] })),
    history: memoryHistory(at),
    viewer: () => null,
    root: Outlet,
    notFound: NotFoundScreen,
    pending: FullSpinner,
    crash: CrashScreen,
  })

/** Renders one page with site data and that of the server's page, toasts and a catch-all router. */
export function openPage(Page: RouteComponent, at = '/', site = openSite, cache: PageData['cache'] = []) {
  const client = createQueryClient({ onFailure: recordAccessRefusal })
  client.setQueryData(siteQuery.queryKey, site)
  fillCache(client, [...siteContent({ isDemo: site.features.demo }), ...cache])
  const router = openRouter(at, [{ path: '*', component: Page }])
  render(
    <QueryClientProvider client={client}>
      <SlotContext value={slots}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </SlotContext>
      <Toaster />
    </QueryClientProvider>,
  )
  return { pathname: () => router.latest().pathname, client }
}

export const toastText = () => document.querySelector('[data-toast]')?.textContent ?? null
