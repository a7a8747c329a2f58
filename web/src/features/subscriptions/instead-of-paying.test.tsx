import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { pageTurns, advanceMs, stopTimers } from '#testing/fake-timers.ts'
import { NotForStaff } from './instead-of-paying.tsx'

beforeEach(stopTimers)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('explains to staff that nothing is due and leads home after two seconds [SUB-2]', async () => {
  const page = openPage(NotForStaff, '/subscribe')
  await pageTurns()
  screen.getByRole('heading', { name: 'You are already inside' })
  expect(toastText()).toContain('complimentary access')
  advanceMs(1999)
  await pageTurns()
  expect(page.pathname()).toBe('/subscribe')
  advanceMs(1)
  vi.useRealTimers()
  await waitFor(() => expect(page.pathname()).toBe('/'))
})
