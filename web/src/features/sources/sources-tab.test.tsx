import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { SourcesTab } from './sources-tab.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

it('lists visits, members, money and who stayed by source [SRC-1]', async () => {
  const counts = { visits: 40, joiners: 3, paidCents: 3897, eligible: 2, stayed: 1 }
  const sources = [
    { kind: 'campaign', value: 'news', label: 'news', ...counts },
    { kind: 'referrer', value: '', label: 'Direct or unknown', ...counts, joiners: 0, eligible: 0 },
  ]
  stop = await servePage(({ url }, response) =>
    response.end(
      JSON.stringify(url?.startsWith('/api/admin/sources') ? { sources } : createUser({ role: 'admin' })),
    ),
  )
  openPage(() => <SourcesTab />)
  const campaigns = within(await screen.findByRole('region', { name: 'Campaigns' }))
  expect(campaigns.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '40',
    '3',
    '$38.97',
    '1 of 2',
  ])
  expect(campaigns.getByText('Who joined')).toBeTruthy()
  const links = within(screen.getByRole('region', { name: 'Links from other sites' }))
  expect([links.queryByText('Too early'), links.queryByText('Who joined')]).toMatchObject([{}, null])
  expect(screen.getAllByText('None in this period.')).toHaveLength(2)
})
