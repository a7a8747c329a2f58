import { describe, expect, it } from 'vitest'
import { longDate } from '#ui/dates.ts'
import { cancellationQuestion, cancellationText } from './subscription-actions.tsx'

const end = '2026-06-20T12:00:00.000Z'

describe('the text after a cancellation', () => {
  it('names the day access ends if the month is paid [SET-1]', () => {
    expect(cancellationText({ subscriptionState: 'canceled_pending', accessUntil: end })).toBe(
      `You keep access until ${longDate(end)}, and nothing more is charged.`,
    )
  })

  it.each(['subscription_canceled', 'none'] as const)('say that it has ended, for %s [SET-1]', (state) => {
    expect(cancellationText({ subscriptionState: state, accessUntil: null })).toBe(
      'It has ended, and nothing more is charged.',
    )
  })

  it('names no end for a refunded subscription [SET-1]', () => {
    expect(cancellationText({ subscriptionState: 'revoked', accessUntil: null })).toBe(
      'Nothing more is charged.',
    )
  })
})

describe('the question before it', () => {
  it('names the day only if it is known [SET-1]', () => {
    expect(cancellationQuestion(Date.parse(end))).toContain(`You keep your access until ${longDate(end)}.`)
    expect(cancellationQuestion(null)).toContain('until the end of the month you paid for.')
  })
})
