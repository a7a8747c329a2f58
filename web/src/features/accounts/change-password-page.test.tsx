import { useQueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionQuery, useViewer } from '#session/viewer.ts'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { pageTurns, advanceMs, stopTimers, advanceUntil } from '#testing/fake-timers.ts'
import { ChangePasswordPage } from './change-password-page.tsx'

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
  await stop()
})

async function type(typed: Record<string, string>) {
  await screen.findByLabelText('Current password')
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Change Password' }))

const cases = [
  [{ 'New password': 'short' }, 'Please fill in all fields.'],
  [{ 'Current password': 'offside again', 'New password': 'short' }, 'Please fill in all fields.'],
  [
    { 'Current password': 'offside again', 'New password': 'short', 'Confirm new password': 'other' },
    'New password must be at least 6 characters long.',
  ],
  [
    { 'Current password': 'offside', 'New password': 'onside', 'Confirm new password': 'onsite' },
    'New passwords do not match.',
  ],
  [
    { 'Current password': 'offside', 'New password': 'offside', 'Confirm new password': 'onside' },
    'New password must be different from current password.',
  ],
] as const

it.each(cases)('reports the first problem of %o: %s [PWD-1]', async (typed, words) => {
  openPage(ChangePasswordPage)
  await type(typed)
  send()
  await waitFor(() => expect(toastText()).toBe(`Error${words}`))
})

/** The page of a signed-in person, with a button that refetches the viewer, as a closed live connection does. */
function ViewerPage() {
  const client = useQueryClient()
  const ask = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  return (
    <>
      <button onClick={ask}>Ask</button>
      {useViewer() ? <ChangePasswordPage /> : 'Signed out'}
    </>
  )
}

it('stays signed in while the old session ends before the new one arrives [PWD-1, SYS-9]', async () => {
  let bringSession: (() => void) | undefined
  let isWithoutSession = false
  stop = await servePage(({ method }, response) => {
    if (method === 'PUT') {
      isWithoutSession = true
      bringSession = () => {
        isWithoutSession = false
        response.writeHead(204).end()
      }
    } else if (isWithoutSession) response.writeHead(401).end('{"message":"Unauthorized"}')
    else response.end(JSON.stringify(createUser()))
  })
  openPage(ViewerPage)
  const next = 'the away end'
  await type({ 'Current password': 'offside', 'New password': next, 'Confirm new password': next })
  send()
  await waitFor(() => expect(isWithoutSession).toBe(true))
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await fetch(new URL('/later', window.location.href))
  await pageTurns()
  bringSession?.()
  await waitFor(() => expect(toastText()).toContain('Password Changed'))
  expect(screen.queryByText('Signed out')).toBeNull()
})

it('signs out two seconds after the change, not before [PWD-1]', async () => {
  const asked: string[] = []
  stop = await servePage(({ method, url }, response) => {
    asked.push(`${method} ${url}`)
    response.writeHead(204).end()
  })
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  openPage(ChangePasswordPage)
  await type({
    'Current password': 'offside',
    'New password': 'the away end',
    'Confirm new password': 'the away end',
  })
  stopTimers()
  send()
  await advanceUntil(() => toastText()?.includes('Password Changed') ?? false)
  advanceMs(1999)
  await pageTurns()
  expect(asked).toEqual(['PUT /api/change-password'])
  advanceMs(1)
  await advanceUntil(() => left.mock.calls.length > 0)
  expect(asked).toEqual(['PUT /api/change-password', 'POST /api/logout'])
})
