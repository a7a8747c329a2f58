import { describe, expect, it } from 'vitest'
import { openBillOf } from './open-bill.ts'

const details = (status: string, amountDue: number | null) => ({
  subscription: {
    status,
    current_period_end: 1_782_000_000,
    cancel_at_period_end: false,
    amount_due: amountDue,
    items: { data: [{ price: { unit_amount: 1099 } }] },
  },
  paymentMethods: [],
})

describe('the open bill of a renewal', () => {
  it.each([
    ['past_due', 824, { price: 10.99, due: 8.24 }],
    ['unpaid', 824, { price: 10.99, due: 8.24 }],
    ['past_due', 0, { price: 10.99, due: 0 }],
    ['past_due', null, { price: 10.99, due: 10.99 }],
    ['incomplete', 824, null],
    ['active', null, null],
    ['canceled', 824, null],
  ] as const)('of a subscription that is %s, with %s cents open', (status, cents, bill) => {
    expect(openBillOf(details(status, cents))).toEqual(bill)
  })

  it('is nothing without a subscription', () => {
    expect(openBillOf({ subscription: null, paymentMethods: [] })).toBeNull()
  })
})
