import type { ErrorBody, ErrorCode } from '@touchline/contract/errors.ts'

function parse(bodyText: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(bodyText)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/**
 * An answer that was not a success. `message` is `STATUS: BODY`, or `STATUS: STATUS TEXT` when the body is
 * empty; `serverMessage` is the sentence for the person, when the server sent one.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(status: number, bodyText: string, statusText: string) {
    super(`${status}: ${bodyText || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parse(bodyText)
  }

  get code(): ErrorCode | undefined {
    return this.body.code
  }

  get serverMessage(): string | undefined {
    return typeof this.body.message === 'string' && this.body.message !== '' ? this.body.message : undefined
  }
}

/** Nobody is signed in (any more). */
export const isUnauthorized = (error: unknown) =>
  error instanceof Error && error.message.startsWith('401:') && error.message.includes('Unauthorized')

/** The thing asked for is not there, or no longer. */
export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Signed in, but without access to what members pay for. */
export const isSubscriptionRequired = (error: unknown) =>
  error instanceof Error &&
  error.message.startsWith('403:') &&
  (error.message.includes('Subscription required') || error.message.includes('requiresSubscription'))

/** The account is blocked, whatever was asked for. */
export const isSuspended = (error: unknown) =>
  error instanceof Error && error.message.includes('Account suspended')

/** The server's own sentence about what went wrong, or `otherwise` when it sent none or does not know either. */
export const errorMessage = (error: unknown, otherwise: string) =>
  (error instanceof ApiError && error.status !== 500 ? error.serverMessage : undefined) ?? otherwise
