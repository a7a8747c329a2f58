import { Stripe } from 'stripe'
import { invalid, Refusal, unavailable } from '#errors.ts'

const { errors } = Stripe

/** The provider's error behind a refusal that `toRefusal` made of it. */
const behind = (error: unknown) => (error instanceof Refusal && error.cause ? error.cause : error)

/** True when it is not known whether the provider did what it was asked: nothing may be concluded from it. */
export function isOutcomeUnknown(thrown: unknown): boolean {
  const error = behind(thrown)
  if (error instanceof Refusal) return error.code === 'unavailable'
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    (error instanceof errors.StripeError &&
      (error.statusCode === undefined || error.statusCode >= 500 || error.statusCode === 409))
  )
}

const isReplayed = (error: unknown) =>
  error instanceof errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'

/**
 * True when the same idempotency key will get nothing else again: the provider answered it with an error of its own,
 * or with something else that had been asked for, or repeated a refusal whose reason may be gone by now.
 */
export const isStoredFailure = (error: unknown) =>
  error instanceof errors.StripeIdempotencyError ||
  (error instanceof errors.StripeError && error.statusCode !== undefined && error.statusCode >= 500) ||
  (error instanceof errors.StripeInvalidRequestError && isReplayed(error))

/** True when the provider only repeated a failure that it had answered to the same key before. */
export function isRepeatedFailure(thrown: unknown): boolean {
  const error = behind(thrown)
  return isStoredFailure(error) && isReplayed(error)
}

export function isMissingAtProvider(thrown: unknown): boolean {
  const error = behind(thrown)
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** True when the provider refused because a restricted key lacks the right to it. */
export const isNotPermitted = (thrown: unknown) => behind(thrown) instanceof errors.StripePermissionError

/**
 * A provider's error as the answer a person gets, with the error as its cause: all but a declined card and a bad
 * address is for the log. Anything else comes back as it is.
 */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeCardError)
    return new Refusal(402, 'card_declined', error.message || 'Your card was declined.')
  if (error.code === 'email_invalid')
    return invalid('Please check the email address.', {
      email: 'The payment service does not accept this address.',
    })
  // The sandbox keeps its books on this site's own disk, and says in SQLite's words when that is full.
  if (error.message.includes('disk is full'))
    return unavailable(
      'This site has run out of disk space, so nothing was charged. Please try again later.',
      error,
    )
  const isAway =
    isOutcomeUnknown(error) ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  return unavailable(
    isAway
      ? 'The payment service does not answer right now. Please try again in a moment.'
      : 'The payment service could not do this. Please try again in a moment, or contact support.',
    error,
  )
}

/** Awaits an answer of the provider; its errors become refusals with a sentence for the person. */
export async function withRefusals<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw toRefusal(error)
  }
}
