import type { Kinds } from '#engine/wire.ts'

/** The body of an error response, in Stripe's format. */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  doc_url?: string
  payment_intent?: Kinds['payment_intent']
  payment_method?: Kinds['payment_method']
  payment_method_type?: string
  setup_intent?: Kinds['setup_intent']
}

/** Thrown by a route for any status other than 200. */
export type Refusal = Error & {
  refusal: true
  status: number
  body: ErrorBody
  /** The request could not be read: nothing began, and its idempotency key stays free. */
  isUnread?: boolean
}

export function refuse(status: number, body: ErrorBody): Refusal {
  const doc = body.code
    ? { doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
    : {}
  return Object.assign(new Error(body.message), { refusal: true as const, status, body: { ...doc, ...body } })
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'refusal' in error
}

/** 400: the request is invalid. */
export function invalid(message: string, param?: string, code?: string): Refusal {
  return refuse(400, {
    type: 'invalid_request_error',
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  })
}

/** 400: a parameter is unknown, missing or malformed. */
export function malformed(message: string, param?: string, code?: string): Refusal {
  return Object.assign(invalid(message, param, code), { isUnread: true })
}

/** 404: no such object. `name` is the readable kind: 'customer', 'payment_intent'. */
export function missing(name: string, id: string, param = 'id'): Refusal {
  return refuse(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${name}: '${id}'`,
    param,
  })
}

/** 400: Stripe supports this, the sandbox does not. */
export function noSuchResource(what: string, param?: string): Refusal {
  return invalid(`${what} is not in this sandbox.`, param, 'sandbox_feature_missing')
}
