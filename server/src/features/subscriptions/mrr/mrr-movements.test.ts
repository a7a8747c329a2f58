import { describe, expect, it } from 'vitest'
import type { PaidInvoice } from '../snapshot/invoice-snapshot.ts'
import { type MovementTotals, movementsOf } from './mrr-movements.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'

const at = (day: string) => new Date(`2028-${day}T12:00:00Z`)

const paidOn = (day: string, changes: Partial<PaidInvoice> = {}): PaidInvoice => ({
  id: `in_${day}`,
  periodStart: at(day),
  periodEnd: at('04-10'),
  paidAt: at(day),
  amountCents: 1299,
  discountCents: 0,
  paymentIntentId: `pi_${day}`,
  isFirst: false,
  isLate: false,
  paidWith: null,
  refundedCents: 0,
  isRefunded: false,
  isDisputeLost: false,
  isDisputeOpen: false,
  ...changes,
})

/** A membership that joined on the 10th of February, its second month paid. */
const snapshot = (changes: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot => ({
  id: 'sub_one',
  customerId: 'cus_one',
  status: 'active',
  priceId: 'price_one',
  priceCents: 1299,
  nextChargeCents: 1299,
  metadata: {},
  cancelAt: null,
  paidThrough: at('04-10'),
  unpaidSince: null,
  firstPayment: null,
  periodEnd: at('04-10'),
  startedAt: at('02-10'),
  endedAt: null,
  cardBrand: null,
  cardFingerprint: null,
  cardLast4: null,
  ownMethod: null,
  defaultMethod: null,
  cardExpiresAt: null,
  canceledAt: null,
  endReason: null,
  revocation: null,
  paid: [paidOn('03-10'), paidOn('02-10')],
  openInvoiceId: null,
  hasDraft: false,
  due: null,
  clientSecret: null,
  payment: null,
  ...changes,
})

const counted: MovementTotals = { members: 1, cents: 1299, lastAt: at('02-10') }
const gone: MovementTotals = { members: 0, cents: 0, lastAt: at('03-11') }

const moving = (
  changes: Partial<SubscriptionSnapshot>,
  totals: MovementTotals | null = counted,
  { isDuplicate = false, hadOtherMembership = false, wasConcurrent = false } = {},
) =>
  movementsOf({
    snapshot: snapshot(changes),
    totals,
    isDuplicate,
    wasConcurrent,
    hadOtherMembership,
    fetchedAt: at('03-20'),
  })

const gain = { members: 1, cents: 1299 }
const loss = { members: -1, cents: -1299 }

describe('a membership comes', () => {
  it('new when its first month was paid, at that moment [ANA-2]', () => {
    expect(moving({}, null)).toEqual([{ kind: 'new', ...gain, happenedAt: at('02-10') }])
  })

  it('returning where another one of the person counted before [ANA-2]', () => {
    expect(moving({}, null, { hadOtherMembership: true })).toEqual([
      { kind: 'returning', ...gain, happenedAt: at('02-10') },
    ])
  })

  it('for nothing a month as one member who brings no cents', () => {
    expect(moving({ nextChargeCents: 0 }, null)).toMatchObject([{ kind: 'new', members: 1, cents: 0 }])
  })

  it('not before anything of it is paid', () => {
    expect(moving({ status: 'incomplete', paidThrough: null, paid: [] }, null)).toEqual([])
    expect(moving({ status: 'incomplete_expired', paidThrough: null, paid: [] }, null)).toEqual([])
  })

  it('not while another one of the person goes on, and not when it has been given back', () => {
    expect(moving({}, null, { isDuplicate: true, hadOtherMembership: true })).toEqual([])
    const back = { status: 'canceled', endedAt: at('03-11'), endReason: 'voided' as const }
    expect(moving(back, null, { hadOtherMembership: true })).toEqual([])
  })

  it('does not count afterwards if another one ran at its start', () => {
    const over = { status: 'canceled', endedAt: at('03-12') }
    expect(moving(over, null, { hadOtherMembership: true, wasConcurrent: true })).toEqual([])
    expect(moving({}, null, { hadOtherMembership: true, wasConcurrent: true })).toMatchObject([
      { kind: 'returning' },
    ])
  })

  it('comes and goes between two snapshots', () => {
    expect(moving({ status: 'canceled', endedAt: at('03-12') }, null)).toEqual([
      { kind: 'new', ...gain, happenedAt: at('02-10') },
      { kind: 'lost_by_choice', ...loss, happenedAt: at('03-12') },
    ])
    const lost = { status: 'canceled', endedAt: at('03-12'), revocation: 'disputed' as const }
    expect(moving(lost, null).map(({ kind }) => kind)).toEqual(['new', 'taken_back'])
  })
})

describe('a membership stays', () => {
  it('while nothing changes, also with a cancellation to come', () => {
    expect(moving({})).toEqual([])
    expect(moving({ cancelAt: at('04-10'), canceledAt: at('03-15') })).toEqual([])
  })

  it('through the hour in which its next month is drafted, and while that is being charged', () => {
    const next = { paidThrough: at('03-10'), paid: [paidOn('02-10')] }
    expect(moving({ ...next, hasDraft: true })).toEqual([])
    expect(moving({ ...next, openInvoiceId: 'in_next', unpaidSince: at('03-10') })).toEqual([])
  })

  it('at another price [ANA-2]', () => {
    expect(moving({ nextChargeCents: 1499 })).toEqual([
      { kind: 'repriced', members: 0, cents: 200, happenedAt: at('03-20') },
    ])
  })

  it('gone, whatever becomes of it afterwards', () => {
    expect(moving({ status: 'past_due', paidThrough: at('03-10') }, gone)).toEqual([])
    expect(moving({ status: 'canceled', endedAt: at('03-18') }, gone)).toEqual([])
    expect(moving({ revocation: 'refunded', endedAt: at('03-18'), status: 'canceled' }, gone)).toEqual([])
  })
})

describe('a membership is lost', () => {
  it('by choice, when it ends [ANA-2]', () => {
    expect(moving({ status: 'canceled', endedAt: at('03-15') })).toEqual([
      { kind: 'lost_by_choice', ...loss, happenedAt: at('03-15') },
    ])
  })

  it('by choice, when it was canceled before the charge of the month was tried', () => {
    const ended = { status: 'canceled', endedAt: at('03-10'), endReason: 'unpaid' as const }
    expect(moving({ ...ended, paidThrough: at('03-10') })).toMatchObject([{ kind: 'lost_by_choice' }])
  })

  it.each(['past_due', 'unpaid'])('by a failed payment, from the month on that is %s [ANA-2]', (status) => {
    const unpaid = { status, paidThrough: at('03-10'), openInvoiceId: 'in_next', unpaidSince: at('03-10') }
    expect(moving(unpaid)).toEqual([{ kind: 'lost_by_failed_payment', ...loss, happenedAt: at('03-10') }])
  })

  it('by a failed payment, when Stripe gave up between two snapshots', () => {
    const ended = { status: 'canceled', endedAt: at('03-18'), endReason: 'payment_failed' as const }
    expect(moving({ ...ended, paidThrough: at('03-10') })).toEqual([
      { kind: 'lost_by_failed_payment', ...loss, happenedAt: at('03-10') },
    ])
  })

  it('by a failed payment, when its bill was given up and it runs on', () => {
    expect(moving({ paidThrough: at('03-10') })).toMatchObject([
      { kind: 'lost_by_failed_payment', happenedAt: at('03-10') },
    ])
  })

  it('when its status is unknown, no later than the snapshot', () => {
    expect(moving({ status: 'hibernating' })).toEqual([
      { kind: 'lost_by_failed_payment', ...loss, happenedAt: at('03-20') },
    ])
  })

  it.each(['refunded', 'disputed'] as const)('when what was paid is %s [ANA-2]', (revocation) => {
    expect(moving({ revocation })).toEqual([{ kind: 'taken_back', ...loss, happenedAt: at('03-20') }])
  })

  it('when it turns out to be a duplicate', () => {
    expect(moving({}, counted, { isDuplicate: true })).toMatchObject([{ kind: 'taken_back', members: -1 }])
  })

  it('with all it earned, whatever its next price', () => {
    const dear = { members: 1, cents: 999, lastAt: at('02-10') }
    expect(moving({ status: 'canceled', endedAt: at('03-15'), nextChargeCents: 1299 }, dear)).toMatchObject([
      { cents: -999 },
    ])
  })
})

describe('a membership recovers', () => {
  it('with the payment that came after it was lost [ANA-2]', () => {
    const paid = [paidOn('03-14'), paidOn('02-10')]
    expect(moving({ paid }, gone)).toEqual([{ kind: 'recovered', ...gain, happenedAt: at('03-14') }])
  })

  it('not before its next month is paid, where the bill of the last was given up and it runs on [ANA-2]', () => {
    const next = { paidThrough: at('03-10'), paid: [paidOn('02-10')] }
    expect(moving({ ...next, hasDraft: true }, gone)).toEqual([])
    expect(moving({ ...next, openInvoiceId: 'in_next', unpaidSince: at('04-10') }, gone)).toEqual([])
  })

  it('without a payment when a refund failed or a dispute was won', () => {
    expect(moving({}, gone)).toEqual([{ kind: 'recovered', ...gain, happenedAt: at('03-20') }])
  })
})

it('never moves before the movement it follows, whatever the clocks say', () => {
  const later = { members: 1, cents: 1299, lastAt: at('03-21') }
  expect(moving({ status: 'canceled', endedAt: at('03-15') }, later)).toMatchObject([
    { happenedAt: at('03-21') },
  ])
  expect(moving({ nextChargeCents: 900 }, later)).toMatchObject([{ happenedAt: at('03-21') }])
  expect(moving({}, { ...later, members: 0, cents: 0 })).toMatchObject([{ happenedAt: at('03-21') }])
})
