import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Alert } from '@touchline/contract/ledger.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { AlertsSection } from './alerts-section.tsx'

const alert: Alert = {
  id: 'alert',
  kind: 'webhook-dead',
  subject: 'evt_1',
  message: 'An event could not be handled.',
  count: 1,
  firstSeenAt: '2027-01-05T12:00:00.000Z',
  lastSeenAt: '2027-01-05T12:00:00.000Z',
  resolvedAt: null,
  resolution: null,
}

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

/** Serves one open alert until it is handled, and the resolved ones with `resolved`. */
async function open(resolved = Promise.resolve()) {
  let alerts = [alert]
  stop = await servePage(async ({ method, url = '' }, response) => {
    if (method === 'POST') {
      alerts = []
      response.end(JSON.stringify({ alert }))
      return
    }
    const isResolved = url.includes('state=resolved')
    if (isResolved) await resolved
    response.end(JSON.stringify({ alerts: isResolved ? [] : alerts, hasMore: false }))
  })
  openPage(() => (
    <main id="main">
      <h1>Books</h1>
      <AlertsSection />
    </main>
  ))
}

describe('an alert that disappears before the response', () => {
  it('shows that its event is being retried', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: `Try Again: ${alert.message}` }))
    await screen.findByText('Nothing to look at')
    await waitFor(() => expect(toastText()).toContain('Trying again'))
  })

  it('shows that it was resolved and focuses the heading', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /^Resolve: / }))
    fireEvent.change(await screen.findByLabelText('What was done?'), { target: { value: 'Looked.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Resolve Alert' }))
    await waitFor(() => expect(toastText()).toContain('Resolved'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Books'))
  })
})

it('shows no results of a previous filter', async () => {
  const held = Promise.withResolvers<void>()
  await open(held.promise)
  fireEvent.click(await screen.findByRole('button', { name: `Try Again: ${alert.message}` }))
  await screen.findByText('Nothing to look at')
  fireEvent.change(screen.getByLabelText('Show alerts'), { target: { value: 'resolved' } })
  await waitFor(() => expect(screen.queryByText('Nothing to look at')).toBeNull())
  expect(screen.queryByText('Nothing resolved yet')).toBeNull()
  held.resolve()
  await screen.findByText('Nothing resolved yet')
})

it('shows a load error and retries', async () => {
  let isAway = true
  stop = await servePage(({ url = '' }, response) => {
    const isSecond = url.includes('before=alert')
    if (isSecond && isAway) return void response.writeHead(503).end('{}')
    const alerts = isSecond ? [{ ...alert, id: 'older', message: 'An older one.' }] : [alert]
    return void response.end(JSON.stringify({ alerts, hasMore: !isSecond }))
  })
  openPage(() => <AlertsSection />)
  fireEvent.click(await screen.findByRole('button', { name: 'Load More Alerts' }))
  expect((await screen.findByRole('alert')).textContent).toBe('More could not be loaded.')
  expect(screen.getByText(alert.message)).toBeTruthy()
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: 'Load More Alerts' }))
  await screen.findByText('An older one.')
  expect(screen.queryByRole('alert')).toBeNull()
})
