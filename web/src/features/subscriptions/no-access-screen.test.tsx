import { cleanup, screen } from '@testing-library/react'
import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { NoAccessScreen } from './no-access-screen.tsx'
import { statusFreshMs } from '#people/membership-status.ts'

const processing: SubscriptionStatus = {
  hasAccess: false,
  subscriptionState: 'payment_processing',
  message: 'Your payment is being verified',
  userMessage: 'We received your payment. Verification takes 1-2 hours, rarely up to 48 hours.',
  showSubscribeButton: false,
  showContactSupport: true,
  subscriptionPrice: 12.99,
  accessUntil: null,
}

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await stop()
})

/** Opens the screen; each status request returns the next of these, then the last one. */
async function openFor(...statuses: SubscriptionStatus[]) {
  const asked: string[] = []
  let hasAccess = false
  stop = await servePage(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/api/auth/user') {
      response.end(JSON.stringify({ id: 'p', email: 'p@club.example', role: 'subscriber', hasAccess }))
      return
    }
    const status = statuses.length > 1 ? statuses.shift() : statuses[0]
    hasAccess = status?.hasAccess ?? false
    response.end(JSON.stringify(status))
  })
  openPage(() => <NoAccessScreen />)
  await screen.findByRole('heading')
  return asked
}

const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
const contact = () => screen.queryByRole('button', { name: 'Contact Support' })

describe('the no-access screen', () => {
  it('explains the state with its card [NOACC-1]', async () => {
    await openFor(processing)
    expect(screen.getByRole('heading').textContent).toBe('Your payment is being verified')
    expect(screen.getByText(/Verification takes 1-2 hours, rarely up to 48 hours/)).toBeTruthy()
    expect(document.querySelector('[data-colour="blue"]')).toBeTruthy()
  })

  it('offers support or a subscription as the server decides [NOACC-2]', async () => {
    await openFor(processing)
    expect(links()).toEqual([])
    expect(contact()).toBeTruthy()
    cleanup()
    await stop()
    await openFor({
      ...processing,
      subscriptionState: 'subscription_canceled',
      showSubscribeButton: true,
      showContactSupport: false,
    })
    expect(links()).toEqual([['Re-subscribe Now', '/subscribe']])
    expect(contact()).toBeNull()
  })

  it('polls every 30 s, syncs a pending payment, then refetches the viewer [NOACC-4]', async () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
    })
    const asked = await openFor(processing, { ...processing, hasAccess: true, subscriptionState: 'active' })
    await vi.advanceTimersByTimeAsync(statusFreshMs)
    await expect.poll(() => asked.filter((url) => url === '/api/auth/user')).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(100)
    expect(asked.filter((url) => url.startsWith('/api/subscription-status'))).toEqual([
      '/api/subscription-status',
      '/api/subscription-status?refresh=1',
    ])
  })
})
