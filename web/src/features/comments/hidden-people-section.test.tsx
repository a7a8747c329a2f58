import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { HiddenPeopleSection } from './hidden-people-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

async function openSection(role: 'subscriber' | 'moderator') {
  const hidden = [{ id: 'kim', name: 'Kim' }]
  stop = await servePage(({ url, method }, response) => {
    if (method === 'DELETE') hidden.length = 0
    response.end(
      method === 'GET' ? JSON.stringify(url === '/api/hidden-people' ? hidden : createUser({ role })) : '',
    )
  })
  openPage(() => (
    <main>
      <h1>Settings</h1>
      <HiddenPeopleSection />
    </main>
  ))
}

it('lists the hidden people of members, who can show them again [CMT-8]', async () => {
  await openSection('subscriber')
  fireEvent.click(await screen.findByRole('button', { name: 'Show the comments of Kim again' }))
  expect(await screen.findByText('You have not hidden anyone.')).toBeTruthy()
})

it('is not shown to staff, who see everyone [CMT-8]', async () => {
  await openSection('moderator')
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Hidden People' })).toBeNull()
})
