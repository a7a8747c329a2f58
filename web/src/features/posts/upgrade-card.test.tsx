import { cleanup, screen } from '@testing-library/react'
import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { UpgradeCard } from './upgrade-card.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

/** Opens the card for a membership state. Returns its text and link. */
async function openFor(subscriptionState: SubscriptionState, showSubscribeButton = true) {
  stop = await servePage(({ url }, response) =>
    response.end(
      JSON.stringify(
        url === '/api/auth/user'
          ? { id: 'p', email: 'p@club.example', role: 'subscriber', hasAccess: false }
          : {
              hasAccess: false,
              subscriptionState,
              message: 'What happened',
              userMessage: 'And what can be done.',
              showSubscribeButton,
            },
      ),
    ),
  )
  openPage(UpgradeCard)
  const title = await screen.findByRole('heading')
  const way = screen.getByRole('link')
  return [title.textContent, way.textContent, way.getAttribute('href')]
}

describe('in place of the feed', () => {
  it.each([
    ['none', 'Subscribe to Platinum'],
    ['subscription_canceled', 'Re-subscribe Now'],
  ] as const)('asks to join, or to join again: %s [FEED-1, NOACC-1]', async (state, label) => {
    expect(await openFor(state)).toEqual(['Upgrade to Platinum', label, '/subscribe'])
  })

  it('asks whose payment failed to pay, not to join [NOACC-1, FEED-1]', async () => {
    expect(await openFor('payment_failed')).toEqual(['What happened', 'Pay Now', '/subscribe'])
    expect(screen.getByText('And what can be done.')).toBeTruthy()
  })

  it.each(['payment_processing', 'revoked'] as const)(
    'offers nothing to buy where the server does not: %s [NOACC-2]',
    async (state) => {
      expect(await openFor(state, false)).toEqual(['What happened', 'See Your Membership', '/'])
    },
  )
})
