import { describe, expect, it } from 'vitest'
import { toOutcome } from './payment-outcome.ts'

const intent = (status: string) => ({ id: 'pi_1', status })

describe('the outcome of a payment', () => {
  it('is paid when the provider says succeeded [PAY-4]', () => {
    expect(toOutcome({ paymentIntent: intent('succeeded') })).toEqual({ outcome: 'paid', intentId: 'pi_1' })
    expect(toOutcome({ setupIntent: { id: 'seti_1', status: 'succeeded' } })).toEqual({
      outcome: 'paid',
      intentId: 'seti_1',
    })
    expect(toOutcome({ paymentIntent: intent('processing') })).toEqual({
      outcome: 'processing',
      intentId: 'pi_1',
    })
  })

  it('is paid, too, when it had been paid before [PAY-5]', () => {
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
    expect(toOutcome({ error: { ...error, payment_intent: intent('succeeded') } })).toEqual({
      outcome: 'paid',
      intentId: 'pi_1',
    })
    expect(toOutcome({ error: { ...error, payment_intent: intent('processing') } }).outcome).toBe(
      'processing',
    )
    expect(toOutcome({ error: { ...error, payment_intent: intent('canceled') } }).outcome).toBe('failed')
    expect(
      toOutcome({ error: { type: 'card_error', code: 'card_declined', payment_intent: intent('succeeded') } })
        .outcome,
    ).toBe('failed')
  })

  it('waits for the person when the bank asks for more [PAY-6]', () => {
    expect(toOutcome({ paymentIntent: intent('requires_action') })).toEqual({ outcome: 'authenticate' })
  })

  it('failed otherwise, in the provider’s words or our own [PAY-7]', () => {
    expect(toOutcome({ error: { type: 'card_error', message: 'Your card was declined.' } })).toEqual({
      outcome: 'failed',
      message: 'Your card was declined.',
    })
    expect(toOutcome({ error: { type: 'api_error' } })).toEqual({
      outcome: 'failed',
      message: 'Failed to process payment',
    })
    expect(toOutcome({ paymentIntent: intent('requires_payment_method') }).outcome).toBe('failed')
  })
})
