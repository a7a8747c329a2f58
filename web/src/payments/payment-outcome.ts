import type { AnyResult, Intent, ProviderError } from './open-provider.ts'

export type PaymentOutcome =
  | { outcome: 'paid'; intentId: string }
  | { outcome: 'processing'; intentId: string }
  | { outcome: 'authenticate' }
  | { outcome: 'failed'; message: string }

export type SettledOutcome = Exclude<PaymentOutcome, { outcome: 'authenticate' }>

const failed = (message?: string): SettledOutcome => ({
  outcome: 'failed',
  message: message || 'Failed to process payment',
})

export const unexpectedError = failed('An unexpected error occurred.')

function ofIntent({ id, status }: Intent): PaymentOutcome {
  if (status === 'succeeded') return { outcome: 'paid', intentId: id }
  if (status === 'processing') return { outcome: 'processing', intentId: id }
  return status === 'requires_action' ? { outcome: 'authenticate' } : failed()
}

function ofError({ code, message, payment_intent, setup_intent }: ProviderError): PaymentOutcome {
  const intent = payment_intent ?? setup_intent
  // Another tab, or an attempt whose response was lost, has already succeeded.
  if (intent && code?.endsWith('_intent_unexpected_state')) {
    const now = ofIntent(intent)
    if (now.outcome === 'paid' || now.outcome === 'processing') return now
  }
  return failed(message)
}

/** Decides what a provider's response means for the person. Nothing else in the browser does. */
export function toOutcome(answer: AnyResult): PaymentOutcome {
  if (answer.error) return ofError(answer.error)
  return ofIntent('setupIntent' in answer ? answer.setupIntent : answer.paymentIntent)
}
