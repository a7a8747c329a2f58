import { cleanup, screen, waitFor } from '@testing-library/react'
import type { Invitation } from '@touchline/contract/staff.ts'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { press } from '#testing/press.ts'
import { createUser } from '#testing/create-user.ts'
import { StaffPage } from './staff-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const invitation: Invitation = {
  id: 'invitation',
  email: 'iris@club.example',
  role: 'admin',
  createdAt: '2027-01-05T12:00:00.000Z',
  expiresAt: '2027-01-12T12:00:00.000Z',
}

it('leaves the focus on the heading when the focused invitation is withdrawn', async () => {
  let invitations = [invitation]
  stop = await servePage(({ method, url }, response) => {
    if (method === 'DELETE') invitations = []
    response.end(
      JSON.stringify(
        url === '/api/staff'
          ? { staff: [], invitations, hasMailServer: false }
          : createUser({ role: 'admin' }),
      ),
    )
  })
  openPage(StaffPage)
  await screen.findByText('Not accepted yet')
  expect(screen.getByText(/No mail server is configured/)).toBeTruthy()
  press('Withdraw the invitation for iris@club.example')
  await waitFor(() => expect(screen.queryByText('Not accepted yet')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Invite'))
})
