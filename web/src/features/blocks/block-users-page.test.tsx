import { cleanup, screen, waitFor } from '@testing-library/react'
import type { ListedPerson } from '@touchline/contract/blocks.ts'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { press } from '#testing/press.ts'
import { createUser } from '#testing/create-user.ts'
import { BlockUsersPage } from './block-users-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const nadia: ListedPerson = {
  id: 'nadia',
  firstName: 'Nadia',
  lastName: null,
  email: 'nadia@club.example',
  profileImageUrl: null,
  role: 'subscriber',
  isBlocked: true,
  block: null,
}

it('moves the focus to the heading when an unblocked person leaves the list', async () => {
  let isBlocked = true
  stop = await servePage(({ url = '' }, response) => {
    const answer = (body: unknown) => void response.end(JSON.stringify(body))
    if (url.includes('toggle-block')) isBlocked = false
    if (url.startsWith('/api/blocked-users')) return answer(isBlocked ? [nadia] : [])
    return answer(url.includes('toggle') ? { user: { ...nadia, isBlocked } } : createUser({ role: 'admin' }))
  })
  openPage(BlockUsersPage)
  await screen.findByText('Nadia')
  press('Unblock Nadia')
  await screen.findByText('No one is blocked')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Blocked now'))
})
