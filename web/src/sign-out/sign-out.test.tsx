import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { useSignOut } from './sign-out.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'

const viewer = createUser()
const session: Session = { state: 'signedIn', viewer }

let stop = async () => {}
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await stop()
})

function Profile() {
  const signOut = useSignOut()
  return <button onClick={() => signOut.mutate()}>{viewer.email}</button>
}

const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

it('shows no signed-out page to someone who navigates back [NAV-2]', async () => {
  stop = await servePage((_request, response) => response.end('{"message":"Signed out."}'))
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, session)
  render(
    <QueryClientProvider client={client}>
      <Profile />
    </QueryClientProvider>,
  )
  act(() => screen.getByRole('button').click())
  await waitFor(() => expect(left.mock.calls).toEqual([['/']]))
  window.dispatchEvent(new Event('pagehide'))
  expect(document.body.textContent).toBe('')
  show(false)
  expect(reload).not.toHaveBeenCalled()
  show(true)
  expect(reload).toHaveBeenCalledOnce()
})
