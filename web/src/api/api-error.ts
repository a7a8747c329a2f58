import type { ErrorBody, ErrorCode } from '@touchline/contract/errors.ts'

function parse(bodyText: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(bodyText)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** An error response. `message` is `STATUS: BODY`; `serverMessage` is the server's message for the user. */
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

export const isUnauthorized = (error: unknown) =>
  error instanceof Error && error.message.startsWith('401:') && error.message.includes('Unauthorized')

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

export const isSubscriptionRequired = (error: unknown) =>
  error instanceof Error &&
  error.message.startsWith('403:') &&
  (error.message.includes('Subscription required') || error.message.includes('requiresSubscription'))

export const isSuspended = (error: unknown) =>
  error instanceof Error && error.message.includes('Account suspended')

/** Returns the server's error message, or `otherwise` when it sent none or failed internally. */
export const errorMessage = (error: unknown, otherwise: string) =>
  (error instanceof ApiError && error.status !== 500 ? error.serverMessage : undefined) ?? otherwise
