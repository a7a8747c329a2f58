import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { pageTurns, advanceMs, stopTimers, advanceUntil } from '#testing/fake-timers.ts'
import { usePortals } from './use-portals.ts'

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
  await stop()
})

function Buttons() {
  const { open, isLocked } = usePortals()
  return (
    <>
      <button disabled={isLocked} onClick={() => void open('payment-method')}>
        Update Payment Method
      </button>
      <button disabled={isLocked} onClick={() => void open('cancel')}>
        Cancel Subscription
      </button>
    </>
  )
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const locked = () => ['Update Payment Method', 'Cancel Subscription'].map((name) => button(name).disabled)

it.each([
  ['Update Payment Method', 'Unable to access payment management. Please try again.'],
  ['Cancel Subscription', 'Unable to access subscription cancellation. Please try again.'],
])('%s locks both ways to the provider until two seconds after the answer [SET-2]', async (name, words) => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  stop = await servePage((_request, response) => response.writeHead(502).end('{"message":"No"}'))
  openPage(Buttons)
  await waitFor(() => button(name))
  stopTimers()
  fireEvent.click(button(name))
  expect(locked()).toEqual([true, true])
  await advanceUntil(() => toastText()?.includes(words) ?? false)
  await pageTurns()
  advanceMs(1999)
  expect(locked()).toEqual([true, true])
  advanceMs(1)
  expect(locked()).toEqual([false, false])
})
