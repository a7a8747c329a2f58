import { describe, expect, it } from 'vitest'
import { accessOf, type MembershipFacts } from './access.ts'

const now = new Date('2026-06-15T12:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const days = (count: number) => new Date(now.getTime() + count * dayMs)

const blank: MembershipFacts = {
  status: 'active',
  cancelAt: null,
  paidThrough: null,
  graceUntil: null,
  firstPayment: null,
  endedAt: null,
  revokedAt: null,
}
const judge = (facts: Partial<MembershipFacts>) =>
  accessOf({ role: 'subscriber', membership: { ...blank, ...facts } }, now)

describe('who may see members’ content', () => {
  it('gives creators and admins access without a membership [NOACC-3]', () => {
    for (const role of ['creator', 'admin'] as const)
      expect(accessOf({ role, membership: null }, now)).toMatchObject({
        state: 'complimentary',
        hasAccess: true,
      })
  })

  it.each<[string, Partial<MembershipFacts>, string, boolean, Date | null]>([
    ['an untouched first payment', { status: 'incomplete' }, 'none', false, null],
    [
      'an expired first payment',
      { status: 'incomplete_expired', firstPayment: 'failed' },
      'none',
      false,
      null,
    ],
    [
      'a first payment on its way',
      { status: 'incomplete', firstPayment: 'processing' },
      'payment_processing',
      false,
      null,
    ],
    [
      'the same with time left',
      { status: 'incomplete', firstPayment: 'processing', paidThrough: days(3) },
      'payment_processing',
      true,
      days(3),
    ],
    [
      'a declined first payment',
      { status: 'incomplete', firstPayment: 'failed' },
      'payment_failed',
      false,
      null,
    ],
    ['active before anything is paid', { status: 'active' }, 'payment_processing', false, null],
    ['a paid month', { paidThrough: days(20) }, 'active', true, null],
    ['a paid trial', { status: 'trialing', paidThrough: days(20) }, 'active', true, null],
    ['the renewal window', { paidThrough: days(-1) }, 'active', true, null],
    ['the end of the renewal window', { paidThrough: days(-2) }, 'payment_processing', false, null],
    ['grace', { status: 'past_due', paidThrough: days(-6), graceUntil: days(1) }, 'past_due', true, days(1)],
    [
      'the end of grace',
      { status: 'past_due', paidThrough: days(-7), graceUntil: days(0) },
      'payment_failed',
      false,
      null,
    ],
    [
      'unpaid although a period runs',
      { status: 'unpaid', paidThrough: days(5) },
      'payment_failed',
      false,
      null,
    ],
    [
      'a cancellation to come',
      { cancelAt: days(9), paidThrough: days(9) },
      'canceled_pending',
      true,
      days(9),
    ],
    [
      'a cancellation before the paid end',
      { cancelAt: days(4), paidThrough: days(9) },
      'canceled_pending',
      true,
      days(4),
    ],
    [
      'a cancellation that passed',
      { cancelAt: days(0), paidThrough: days(0) },
      'subscription_canceled',
      false,
      null,
    ],
    [
      'an ended one, even with days left',
      { status: 'canceled', endedAt: days(-1), paidThrough: days(9) },
      'subscription_canceled',
      false,
      null,
    ],
    ['an ended one that never was paid', { status: 'canceled', endedAt: days(-1) }, 'none', false, null],
    ['a refunded month', { paidThrough: days(9), revokedAt: days(-1) }, 'revoked', false, null],
    ['an unknown status', { status: 'hibernating', paidThrough: days(9) }, 'none', false, null],
    ['a paused one', { status: 'paused', paidThrough: days(9) }, 'none', false, null],
  ])('judges %s [NOACC-3]', (_name, facts, state, hasAccess, accessUntil) => {
    expect(judge(facts)).toEqual({ state, hasAccess, accessUntil })
  })

  it('gives a person without a membership no access [NOACC-3]', () => {
    expect(accessOf({ role: 'subscriber', membership: null }, now)).toEqual({
      state: 'none',
      hasAccess: false,
      accessUntil: null,
    })
  })
})
