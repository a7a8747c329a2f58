import { cleanup, render, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { siteQuery } from '#site/site.ts'
import { openPage, openSite } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { NavSheet } from './nav-sheet.tsx'
import { HomePage } from '../features/home/home-page.tsx'
import { OfflineScreen } from './offline-start.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const viewer = { id: 'm', email: 'm@club.example', role: 'subscriber', hasAccess: true, firstName: 'Mina' }
const siteWhere = (offline: boolean) => ({ ...openSite, features: { ...openSite.features, offline } })

/** Each with words that stand there in any case. */
const pages: [string, words: string, () => ReactNode][] = [
  [
    'the home page',
    'Latest Posts',
    () => <HomePage noAccess={null} today={null} latestPosts={null} tipButton={() => null} />,
  ],
  ['the menu of small screens', 'Logout', () => <NavSheet open onOpenChange={() => undefined} counts={{}} />],
]

describe.each(pages)('%s', (_where, words, Page) => {
  it('links to saved posts unless the operator disabled them [OFF-2, OFF-3]', async () => {
    stop = await servePage((_request, response) => response.end(JSON.stringify(viewer)))
    openPage(Page, '/', siteWhere(true))
    expect((await screen.findByRole('link', { name: 'Saved Posts' })).getAttribute('href')).toBe('/saved')
    cleanup()
    openPage(Page, '/', siteWhere(false))
    await screen.findByText(words)
    expect(screen.queryByText(/saved/i)).toBeNull()
  })
})

/** Whether the offline screen links to saved posts; null when the site data is unknown. */
function isLedThere(offline: boolean | null): boolean {
  const client = new QueryClient()
  if (offline !== null) client.setQueryData(siteQuery.queryKey, siteWhere(offline))
  render(
    <QueryClientProvider client={client}>
      <OfflineScreen />
    </QueryClientProvider>,
  )
  const link = screen.queryByRole('link', { name: 'Saved Posts' })
  cleanup()
  return link !== null
}

it('is not offered offline when the operator has disabled it [OFF-2]', () => {
  expect([null, true, false].map(isLedThere)).toEqual([true, true, false])
})
