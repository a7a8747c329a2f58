import { describe, expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { pollDelayMs, shouldPoll, toSuccessStep, toErrorStep } from './signup-outcome.ts'
import { successText } from './payment-success-page.tsx'

const refused = (status: number, message = 'Because.') =>
  new ApiError(status, JSON.stringify({ message }), 'Refused')

describe('the page after paying', () => {
  it('welcomes whoever has an account now [DONE-1]', () => {
    const step = toSuccessStep({ user: {} })
    expect(step).toEqual({ step: 'welcome' })
    expect(successText(step, 'Touchline').title).toBe('Welcome to Touchline')
    expect(shouldPoll(step)).toBe(false)
  })

  it('shows the words of a payment on its way and asks again by itself [DONE-1]', () => {
    const step = toSuccessStep({
      message: 'Verification takes 1-2 hours.',
      subscriptionState: 'payment_processing',
    })
    expect(step).toEqual({ step: 'processing', message: 'Verification takes 1-2 hours.' })
    expect(successText(step, 'Touchline').colour).toBe('blue')
    expect(shouldPoll(step)).toBe(true)
    expect([pollDelayMs(0), pollDelayMs(1), pollDelayMs(99)]).toEqual([4000, 6000, 60_000])
  })

  it('sends to the login where the account is ready but this browser cannot prove whose it is', () => {
    expect(toSuccessStep({ message: 'Please sign in.', accountReady: true }).step).toBe('signIn')
    expect(toErrorStep(refused(409), true).step).toBe('signIn')
    expect(toErrorStep(refused(404), false).step).toBe('unknown')
  })

  it('goes on by itself while the provider or the network is away', () => {
    for (const error of [refused(503), refused(429), new TypeError('Failed to fetch')])
      expect(shouldPoll(toErrorStep(error, true))).toBe(true)
  })

  it('leads back to the payment when nothing was paid', () => {
    expect(toErrorStep(refused(402, 'Not paid yet.'), true)).toEqual({
      step: 'unpaid',
      message: 'Not paid yet.',
    })
  })

  it('says so when the account could not be created [DONE-3]', () => {
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
