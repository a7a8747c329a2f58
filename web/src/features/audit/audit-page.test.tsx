import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '#router/router-provider.tsx'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from '#api/query-client.ts'
import { paths } from '#paths.ts'
import { siteQuery } from '#site/site.ts'
import { openRouter, openSite } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { AuditPage } from './audit-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

function open(address: string) {
  const router = openRouter(address, [{ path: paths.audit, component: AuditPage }])
  const client = createQueryClient({ onFailure: () => undefined })
  client.setQueryData(siteQuery.queryKey, openSite)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

it('shows an empty log for an unknown action in the URL [ADM-4]', async () => {
  stop = await servePage(({ url }, response) =>
    response
      .writeHead(url?.includes('action=foo_bar') ? 400 : 500)
      .end('{"message":"Invalid option","code":"invalid_input"}'),
  )
  open('/admin/audit?action=foo_bar&from=2026-02-31')
  expect(await screen.findByText('Nothing matches your search.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Audit Log' })).toBeTruthy()
})

it('searches by a typed day once the typing pauses [ADM-4]', async () => {
  stop = await servePage((_request, response) => response.end('{"entries":[],"hasMore":false}'))
  const router = open('/admin/audit?to=2026-03-20')
  const from = await screen.findByLabelText<HTMLInputElement>('From')
  for (const year of ['0002', '0020', '0202', '2026']) {
    fireEvent.change(from, { target: { value: `${year}-03-15` } })
    expect(from.value).toBe(`${year}-03-15`)
  }
  await waitFor(() => expect(router.latest().search).toEqual({ from: '2026-03-15', to: '2026-03-20' }))
  expect(from.value).toBe('2026-03-15')
  fireEvent.click(screen.getByRole('button', { name: 'Show everything' }))
  await waitFor(() => expect(from.value).toBe(''))
  await screen.findByText('What staff do from now on appears here.')
})
