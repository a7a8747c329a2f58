import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '#paths.ts'
import { openPage, toastText } from '#testing/open-page.tsx'
import { pageTurns, advanceMs, stopTimers } from '#testing/fake-timers.ts'
import { SignInFirst } from './leave-after.tsx'

beforeEach(stopTimers)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a protected page for a signed-out visitor', () => {
  it('shows a toast and goes to the sign-in after half a second [SYS-9]', async () => {
    const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    openPage(() => <SignInFirst />)
    await pageTurns()
    expect(toastText()).toBe('UnauthorizedYou are logged out. Logging in again...')
    advanceMs(499)
    expect(left.mock.calls).toEqual([])
    advanceMs(1)
    expect(left.mock.calls).toEqual([['/api/login']])
  })

  it('leads from /subscribe to the login page itself [SYS-9]', async () => {
    const page = openPage(() => <SignInFirst to={paths.login} />, '/subscribe')
    await pageTurns()
    advanceMs(500)
    vi.useRealTimers()
    await waitFor(() => expect(page.pathname()).toBe('/login'))
  })
})
