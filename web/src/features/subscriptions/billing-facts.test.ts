import { describe, expect, it } from 'vitest'
import { toBillingFacts } from './billing-facts.ts'

const now = Date.parse('2026-06-01T00:00:00Z')
const periodEnd = Date.parse('2026-06-20T00:00:00Z')
const details = {
  subscription: {
    status: 'active',
    current_period_end: periodEnd / 1000,
    cancel_at_period_end: false,
    amount_due: null,
    items: { data: [{ price: { unit_amount: 1299 } }] },
  },
  paymentMethods: [{ card: { brand: 'visa', last4: '4242' } }],
}

describe('the billing facts of the settings', () => {
  it('show price, date and card from Stripe [SET-1]', () => {
    expect(toBillingFacts({ subscriptionState: 'active', accessUntil: null }, details, now)).toEqual({
      price: 12.99,
      due: null,
      nextBillingAt: periodEnd,
      accessUntil: null,
      periodEndsAt: periodEnd,
      card: { brand: 'visa', last4: '4242' },
    })
  })

  it('fall back to 12 dollars and 30 days while the details are missing [SET-1]', () => {
    expect(toBillingFacts({ subscriptionState: 'active', accessUntil: null }, undefined, now)).toEqual({
      price: 12,
      due: null,
      nextBillingAt: Date.parse('2026-07-01T00:00:00Z'),
      accessUntil: null,
      periodEndsAt: null,
      card: null,
    })
  })

  it('show no end of access while a payment is pending [SET-1]', () => {
    const status = { subscriptionState: 'payment_processing', accessUntil: null } as const
    expect(toBillingFacts(status, details, now).periodEndsAt).toBeNull()
  })

  it('show the amount due and the end of access while a renewal is unpaid [SET-1]', () => {
    const accessUntil = '2026-06-07T00:00:00.000Z'
    const owing = {
      ...details,
      subscription: { ...details.subscription, status: 'past_due', amount_due: 824 },
    }
    const facts = toBillingFacts({ subscriptionState: 'past_due', accessUntil }, owing, now)
    expect([facts.due, facts.accessUntil]).toEqual([8.24, Date.parse(accessUntil)])
  })

  it('show an end and no next bill after a cancellation [SET-1]', () => {
    const accessUntil = '2026-06-20T00:00:00.000Z'
    const facts = toBillingFacts({ subscriptionState: 'canceled_pending', accessUntil }, details, now)
    expect([facts.nextBillingAt, facts.accessUntil]).toEqual([null, periodEnd])
  })
})
