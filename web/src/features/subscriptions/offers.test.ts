import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { describe, expect, it } from 'vitest'
import { offersOf } from './offers.ts'

const details = (status: string) => ({
  subscription: {
    status,
    current_period_end: 1_782_000_000,
    cancel_at_period_end: false,
    amount_due: null,
    items: { data: [{ price: { unit_amount: 1299 } }] },
  },
  paymentMethods: [],
})

type Row = [
  SubscriptionState,
  provider: string | null,
  update: boolean,
  cancel: string | null,
  label: string | null,
]

describe('what the settings offer', () => {
  it.each<Row>([
    ['active', 'active', true, 'portal', null],
    ['active', null, true, 'portal', null],
    ['past_due', 'past_due', true, 'here', 'Pay Now'],
    ['past_due', null, true, 'here', 'Pay Now'],
    ['payment_failed', 'past_due', true, 'here', 'Pay Now'],
    ['payment_failed', 'unpaid', true, 'here', 'Pay Now'],
    ['payment_failed', 'incomplete', false, null, 'Pay Now'],
    ['canceled_pending', 'active', true, null, null],
    ['payment_processing', 'active', true, 'portal', null],
    ['payment_processing', 'incomplete', false, null, null],
    ['subscription_canceled', 'canceled', false, null, 'Re-subscribe Now'],
    ['none', null, false, null, 'Subscribe to Platinum'],
  ])('somebody %s, at the provider %s [SET-1]', (subscriptionState, provider, update, cancel, label) => {
    const showSubscribeButton = label !== null || subscriptionState === 'canceled_pending'
    const status = { subscriptionState, showSubscribeButton }
    expect(offersOf(status, provider === null ? undefined : details(provider))).toEqual({
      updateMethod: update,
      cancel,
      resume: subscriptionState === 'canceled_pending',
      subscribeLabel: label,
    })
  })
})
