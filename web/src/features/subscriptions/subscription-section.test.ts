import { subscriptionStates } from '@touchline/contract/subscriptions.ts'
import { describe, expect, it } from 'vitest'
import { noAccessStatus } from '#people/membership-status.ts'
import { statusBadge } from './subscription-section.tsx'

describe('the no-access screen', () => {
  it('has a card and a button for every state [NOACC-1]', () => {
    const looks = Object.fromEntries(
      subscriptionStates.map((state) => [
        state,
        [noAccessStatus(state).colour, noAccessStatus(state).subscribeLabel],
      ]),
    )
    expect(looks).toMatchObject({
      payment_processing: ['blue', 'Subscribe to Platinum'],
      payment_failed: ['yellow', 'Pay Now'],
      subscription_canceled: ['red', 'Re-subscribe Now'],
      none: ['violet', 'Subscribe to Platinum'],
      revoked: ['violet', 'Subscribe to Platinum'],
    })
  })
})

describe('the status badge', () => {
  it('is green when active, yellow when past due and red otherwise [SET-1]', () => {
    expect(statusBadge('active')).toEqual({ text: 'ACTIVE', look: 'turf' })
    expect(statusBadge('past_due').look).toBe('caution')
    expect(statusBadge('payment_failed', true)).toEqual({ text: 'PAST DUE', look: 'caution' })
    expect(statusBadge('canceled_pending')).toEqual({ text: 'CANCELLED', look: 'dismissal' })
    expect(statusBadge('subscription_canceled')).toEqual({ text: 'CANCELLED', look: 'dismissal' })
    expect(statusBadge('payment_failed')).toEqual({ text: 'PAYMENT FAILED', look: 'dismissal' })
  })
})
