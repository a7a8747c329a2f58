import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '#paths.ts'
import { openPage, toastText } from '#testing/open-page.tsx'
import { SignInFirst } from './leave-after.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pageTurns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await act(async () => new Promise(setImmediate))
}

describe('a protected page for somebody signed out', () => {
  it('says so, and half a second later asks the server where to sign in [SYS-9]', async () => {
    const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    openPage(() => <SignInFirst />)
    await pageTurns()
    expect(toastText()).toBe('UnauthorizedYou are logged out. Logging in again...')
    act(() => void vi.advanceTimersByTime(499))
    expect(left.mock.calls).toEqual([])
    act(() => void vi.advanceTimersByTime(1))
    expect(left.mock.calls).toEqual([['/api/login']])
  })

  it('leads from /subscribe to the login page itself [SYS-9]', async () => {
    const page = openPage(() => <SignInFirst to={paths.login} />, '/subscribe')
    await pageTurns()
    act(() => void vi.advanceTimersByTime(500))
    vi.useRealTimers()
    await waitFor(() => expect(page.pathname()).toBe('/login'))
  })
})
