import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { ProfileForm } from './profile-form.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const viewer = createUser({ role: 'creator', isMainInfluencer: true, lastName: 'Marsh' })

async function save(typed: Record<string, string>) {
  openPage(() => <ProfileForm viewer={viewer} onDone={() => undefined} />)
  await screen.findByLabelText('Location')
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

it('shows the first problem from the top of the form [PROF-2]', async () => {
  await save({ Website: 'nowhere', 'First Name': 'x'.repeat(61) })
  await waitFor(() => expect(toastText()).toMatch(/^Error/))
  const problem = screen.getByLabelText('First Name').getAttribute('aria-describedby')!
  expect(toastText()).toBe(`Error${document.getElementById(problem.split(' ')[0]!)?.textContent}`)
})

it('shows its own message for an internal server error [PROF-2]', async () => {
  const body = { message: 'Something went wrong on our side. Please try again.', code: 'internal' }
  stop = await servePage((_request, response) => response.writeHead(500).end(JSON.stringify(body)))
  await save({ Location: 'The north stand' })
  await waitFor(() => expect(toastText()).toBe('ErrorFailed to update profile. Please try again.'))
})
