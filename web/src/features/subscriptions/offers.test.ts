import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { describe, expect, it } from 'vitest'
import { offersOf } from './offers.ts'

const details = (status: string, is_paid_up?: boolean) => ({
  subscription: {
    status,
    is_paid_up,
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
  inPortal: boolean,
  here: string | null,
  label: string | null,
]

describe('what the settings offer', () => {
  it.each<Row>([
    ['active', 'active', true, true, 'atPeriodEnd', null],
    ['active', null, true, true, 'atPeriodEnd', null],
    ['past_due', 'past_due', true, false, 'afterFailure', 'Pay Now'],
    ['past_due', null, true, false, 'afterFailure', 'Pay Now'],
    ['payment_failed', 'past_due', true, false, 'afterFailure', 'Pay Now'],
    ['payment_failed', 'unpaid', true, false, 'afterFailure', 'Pay Now'],
    ['payment_failed', 'incomplete', false, false, null, 'Pay Now'],
    ['canceled_pending', 'active', true, false, null, null],
    ['payment_processing', 'active', true, true, 'atPeriodEnd', null],
    ['payment_processing', 'incomplete', false, false, null, null],
    ['subscription_canceled', 'canceled', false, false, null, 'Re-subscribe Now'],
    ['none', null, false, false, null, 'Subscribe to Platinum'],
  ])('a member %s, at Stripe %s [SET-1]', (subscriptionState, provider, update, inPortal, here, label) => {
    const showSubscribeButton = label !== null || subscriptionState === 'canceled_pending'
    const status = { subscriptionState, showSubscribeButton }
    expect(offersOf(status, provider === null ? undefined : details(provider))).toEqual({
      updateMethod: update,
      cancelInPortal: inPortal,
      cancelHere: here,
      resume: subscriptionState === 'canceled_pending',
      subscribeLabel: label,
    })
  })

  it.each([
    ['active', true, true, 'atPeriodEnd'],
    ['active', false, false, 'beforeCharge'],
    ['past_due', false, false, 'afterFailure'],
    ['canceled', false, false, null],
  ])('a member %s, month paid: %s, as the server does [SET-1]', (provider, isPaidUp, ...wanted) => {
    const status = { subscriptionState: 'active', showSubscribeButton: false } as const
    const { cancelInPortal, cancelHere } = offersOf(status, details(provider, isPaidUp))
    expect([cancelInPortal, cancelHere]).toEqual(wanted)
  })
})
