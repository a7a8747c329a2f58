import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { OpenRemovals } from './open-removals.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

it('lists lost second steps and cancels one [REC-2]', async () => {
  let open = [
    {
      personId: '0190a5c4-0000-7000-8000-000000000001',
      name: 'Mina Osei',
      askedBy: 'Ada Keeper',
      reason: 'Met in person.',
      dueAt: '2027-03-01T09:00:00Z',
      isReady: false,
    },
  ]
  stop = await servePage(({ method, url }, response) => {
    response.setHeader('content-type', 'application/json')
    if (method === 'DELETE') {
      open = []
      response.writeHead(204).end()
    } else response.end(url === '/api/admin/second-step-removals' ? JSON.stringify(open) : '{}')
  })
  openPage(OpenRemovals)
  await screen.findByRole('heading', { name: 'Lost Second Steps' })
  expect(screen.getByText('“Met in person.”')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel Removal of Second Step' }))
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
})
