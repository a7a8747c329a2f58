import type { AnyResult, Intent, ProviderError } from './open-provider.ts'

/** What a page does with the provider's answer. `failed` carries the sentence for the person. */
export type PaymentOutcome =
  | { outcome: 'paid'; intentId: string }
  | { outcome: 'processing'; intentId: string }
  | { outcome: 'authenticate' }
  | { outcome: 'failed'; message: string }

/** An outcome after which there is nothing more to ask. */
export type SettledOutcome = Exclude<PaymentOutcome, { outcome: 'authenticate' }>

const failed = (message?: string): SettledOutcome => ({
  outcome: 'failed',
  message: message || 'Failed to process payment',
})

/** For exceptions: nothing is known of what the provider did. */
export const unexpectedError = failed('An unexpected error occurred.')

function ofIntent({ id, status }: Intent): PaymentOutcome {
  if (status === 'succeeded') return { outcome: 'paid', intentId: id }
  if (status === 'processing') return { outcome: 'processing', intentId: id }
  return status === 'requires_action' ? { outcome: 'authenticate' } : failed()
}

function ofError({ code, message, payment_intent, setup_intent }: ProviderError): PaymentOutcome {
  const intent = payment_intent ?? setup_intent
  // Paid before, by another tab or by an answer that got lost: that is a success.
  if (intent && code?.endsWith('_intent_unexpected_state')) {
    const now = ofIntent(intent)
    if (now.outcome === 'paid' || now.outcome === 'processing') return now
  }
  return failed(message)
}

/** Reads the provider's answer: the one place that decides whether something was paid as far as a browser knows. */
export function toOutcome(answer: AnyResult): PaymentOutcome {
  if (answer.error) return ofError(answer.error)
  return ofIntent('setupIntent' in answer ? answer.setupIntent : answer.paymentIntent)
}
