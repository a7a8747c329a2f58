import type { Statement } from '@touchline/contract/payouts.ts'
import { expect, it } from 'vitest'
import { amountText, stateText } from './payout-text.ts'

const closed: Statement = {
  id: 'january',
  month: '2027-01-01',
  openingCents: 0,
  closingCents: 5000,
  heldCents: 1000,
  payableCents: 4000,
  state: 'closed',
  closedAt: '2027-02-04T00:00:00.000Z',
  isApprovable: true,
  payout: null,
}
const later = { ...closed, isApprovable: false }
const sent = { method: 'manual', state: 'approved', reference: null, lastError: null } as const
const payout = { ...sent, id: 'payout', amountCents: 3900, approvedAt: closed.closedAt, settledAt: null }

it.each<[Statement, number, string]>([
  [closed, 4000, 'payable, of a balance of $50.00'],
  [{ ...later, state: 'approved', payout }, 3900, 'approved, of a balance of $50.00'],
  [{ ...later, state: 'sending', payout }, 3900, 'approved, of a balance of $50.00'],
  [{ ...later, state: 'paid', payout }, 3900, 'paid, of a balance of $50.00'],
  [{ ...later, state: 'reversed', payout }, 3900, 'reversed, of a balance of $50.00'],
  [{ ...later, state: 'carried' }, 5000, 'carried into the next month'],
  [{ ...later, payableCents: 0 }, 5000, 'balance'],
])('labels only approvable amounts as payable: $state', (statement, cents, words) => {
  expect(amountText(statement)).toEqual({ cents, words })
})

it.each(['Wire 2209', 'Wire 2209.'])(
  'ends the sentence about a manual payout with one period: %s',
  (reference) => {
    const paid: Statement = { ...later, state: 'paid', payout: { ...payout, state: 'paid', reference } }
    expect(stateText(paid).says).toBe('Sent by hand: Wire 2209.')
  },
)
