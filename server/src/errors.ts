import type { ErrorCode } from '@touchline/contract/errors.ts'
import { waitText } from '#http/wait-text.ts'

type Details = {
  fields?: Record<string, string>
  requiresSubscription?: boolean
  cardInfo?: { brand: string; last4: string } | null
  retryAfterSeconds?: number
}

/** An error response with a sentence for the person. Any other error is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: Details

  /** `cause` is the underlying error, which is logged but never sent. */
  constructor(status: number, code: ErrorCode, message: string, details: Details = {}, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.details = details
  }
}

export const unauthorized = () => new Refusal(401, 'unauthorized', 'Unauthorized')
export const accessDenied = (message = 'Access denied') => new Refusal(403, 'access_denied', message)
export const accountSuspended = () => new Refusal(403, 'account_suspended', 'Account suspended')
export const confirmationRequired = () =>
  new Refusal(403, 'confirmation_required', 'Please confirm that it is you.')
export const twoFactorRequired = () =>
  new Refusal(403, 'two_factor_required', 'Please set up two-factor authentication first.')
export const emailUnproven = () =>
  new Refusal(
    403,
    'email_unproven',
    'Please confirm your email address first. In the settings we can send you the link again.',
  )
export const subscriptionRequired = () =>
  new Refusal(403, 'subscription_required', 'Subscription required', { requiresSubscription: true })
export const notFound = (what: string) => new Refusal(404, 'not_found', `${what} not found`)
export const invalid = (message: string, fields?: Record<string, string>) =>
  new Refusal(400, 'invalid_input', message, fields ? { fields } : {})
export const conflict = (message: string) => new Refusal(409, 'conflict', message)
/** `why` is a sentence. The waiting time is appended. */
export const tooManyRequests = (why: string, retryAfterSeconds: number) =>
  new Refusal(429, 'too_many_requests', `${why} Please try again in ${waitText(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  })
/** `message` says how long to wait, as `retryAfterSeconds` does for programs. */
export const unavailable = (message: string, cause?: unknown, retryAfterSeconds = 5) =>
  new Refusal(503, 'unavailable', message, { retryAfterSeconds }, cause)
