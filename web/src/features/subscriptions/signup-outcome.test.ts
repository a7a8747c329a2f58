import { describe, expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { pollDelayMs, shouldPoll, toSuccessStep, toErrorStep } from './signup-outcome.ts'
import { successText } from './payment-success-page.tsx'

const refused = (status: number, message = 'Because.') =>
  new ApiError(status, JSON.stringify({ message }), 'Refused')

describe('the page after paying', () => {
  it('welcomes a new member [DONE-1]', () => {
    const step = toSuccessStep({ user: {} })
    expect(step).toEqual({ step: 'welcome' })
    expect(successText(step, 'Touchline').title).toBe('Welcome to Touchline')
    expect(shouldPoll(step)).toBe(false)
  })

  it('shows the message of a pending payment and polls [DONE-1]', () => {
    const step = toSuccessStep({
      message: 'Verification takes 1-2 hours.',
      subscriptionState: 'payment_processing',
    })
    expect(step).toEqual({ step: 'processing', message: 'Verification takes 1-2 hours.' })
    expect(successText(step, 'Touchline').colour).toBe('blue')
    expect(shouldPoll(step)).toBe(true)
    expect([pollDelayMs(0), pollDelayMs(1), pollDelayMs(99)]).toEqual([4000, 6000, 60_000])
  })

  it('links to sign-in if the account is ready but unproven here', () => {
    expect(toSuccessStep({ message: 'Please sign in.', accountReady: true }).step).toBe('signIn')
    expect(toErrorStep(refused(409), true).step).toBe('signIn')
    expect(toErrorStep(refused(404), false).step).toBe('unknown')
  })

  it('polls while Stripe or the network is unavailable', () => {
    for (const error of [refused(503), refused(429), new TypeError('Failed to fetch')])
      expect(shouldPoll(toErrorStep(error, true))).toBe(true)
  })

  it('returns to the payment when nothing was paid', () => {
    expect(toErrorStep(refused(402, 'Not paid yet.'), true)).toEqual({
      step: 'unpaid',
      message: 'Not paid yet.',
    })
  })

  it('shows that the account could not be created [DONE-3]', () => {
    for (const error of [refused(404), refused(500), refused(400)]) {
      const step = toErrorStep(error, true)
      expect(step).toEqual({ step: 'failed' })
      expect(successText(step, 'Touchline')).toMatchObject({
        title: 'Account Creation Failed',
        text: 'There was an issue creating your account. Please contact support.',
      })
    }
  })
})
