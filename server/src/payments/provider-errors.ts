import { Stripe } from 'stripe'
import { Refusal, unavailable } from '#errors.ts'

const { errors } = Stripe

/** True when it is not known whether the provider did what it was asked: nothing may be concluded from it. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'unavailable'
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    (error instanceof errors.StripeError &&
      (error.statusCode === undefined || error.statusCode >= 500 || error.statusCode === 409))
  )
}

/** True when the provider answered with an error of its own, which it will repeat for the same idempotency key. */
export const isStoredFailure = (error: unknown) =>
  error instanceof errors.StripeError && error.statusCode !== undefined && error.statusCode >= 500

/** True when the provider only repeated a failure that it had answered to the same key before. */
export const isRepeatedFailure = (error: unknown) =>
  isStoredFailure(error) &&
  error instanceof errors.StripeError &&
  error.headers?.['idempotent-replayed'] === 'true'

export const isMissingAtProvider = (error: unknown) =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** A provider's error as the answer a person gets; anything else comes back as it is. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof errors.StripeCardError)
    return new Refusal(402, 'card_declined', error.message || 'Your card was declined.')
  if (
    isOutcomeUnknown(error) ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  )
    return Object.assign(
      unavailable('The payment service does not answer right now. Please try again in a moment.'),
      { cause: error },
    )
  return error
}

/** Awaits an answer of the provider; its errors become refusals with a sentence for the person. */
export async function answerOf<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw toRefusal(error)
  }
}
