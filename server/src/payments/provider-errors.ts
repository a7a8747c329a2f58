import { Stripe } from 'stripe'
import { invalid, Refusal, unavailable } from '#errors.ts'

const { errors } = Stripe

/** The provider's error behind a refusal that `toRefusal` made. */
const behind = (error: unknown) => (error instanceof Refusal && error.cause ? error.cause : error)

/** Whether it is unknown if the provider performed a request. Such an error proves nothing. */
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

/** The same key will always give this error: the failure was stored, or the key belongs to another request. */
export const isStoredFailure = (error: unknown) =>
  error instanceof errors.StripeIdempotencyError ||
  (error instanceof errors.StripeError && error.statusCode !== undefined && error.statusCode >= 500) ||
  (error instanceof errors.StripeInvalidRequestError && isReplayed(error))

/** Whether the provider replayed a failure stored under the same key. */
export function isRepeatedFailure(thrown: unknown): boolean {
  const error = behind(thrown)
  return isStoredFailure(error) && isReplayed(error)
}

export function isMissingAtProvider(thrown: unknown): boolean {
  const error = behind(thrown)
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

export const isNotPermitted = (thrown: unknown) => behind(thrown) instanceof errors.StripePermissionError

/** Only a declined card and an invalid email address are explained to the person. Other errors stay unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeCardError)
    return new Refusal(402, 'card_declined', error.message || 'Your card was declined.')
  if (error.code === 'email_invalid')
    return invalid('Please check the email address.', {
      email: 'The payment service does not accept this address.',
    })
  // The sandbox stores its data on this site's disk and reports SQLite's message when that is full.
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

/** Awaits a provider call and turns its errors into refusals. */
export async function withRefusals<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    throw toRefusal(error)
  }
}
