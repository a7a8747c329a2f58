import Fastify from 'fastify'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { respondWithError } from '#http/error-responses.ts'
import { isMissingAtProvider, isOutcomeUnknown, isRepeatedFailure, toRefusal } from './provider-errors.ts'

const { errors } = Stripe

const refused = (code: string) =>
  new errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message: 'Received unknown parameter: offside_trap',
    code,
    statusCode: 400,
  })

describe('an error of the payment provider', () => {
  it.each([
    refused('parameter_unknown'),
    new errors.StripeIdempotencyError({ type: 'idempotency_error', message: 'Keys …', statusCode: 400 }),
  ])('reaches people as a sentence, and its reason the log', async (error) => {
    const lines: string[] = []
    const app = Fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } })
    app.setErrorHandler(respondWithError)
    app.get('/', () => {
      throw toRefusal(error)
    })
    const answer = await app.inject('/')
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '5',
      {
        code: 'unavailable',
        message: 'The payment service could not do this. Please try again in a moment, or contact support.',
      },
    ])
    expect(lines.join()).toContain(error.message)
  })

  it('mentions a full disk of this site', () => {
    const error = new errors.StripeAPIError({
      type: 'api_error',
      message: 'database or disk is full',
      statusCode: 500,
    })
    expect(toRefusal(error)).toMatchObject({
      status: 503,
      message: 'This site has run out of disk space, so nothing was charged. Please try again later.',
    })
    expect(isOutcomeUnknown(toRefusal(error))).toBe(true)
  })

  it('marks its key as used when it is replayed, even a refusal', () => {
    const headers = { 'idempotent-replayed': 'true' }
    const repeated = new errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'A payment of this invoice is being processed.',
      statusCode: 400,
      headers,
    })
    const errorsMet = [refused('resource_missing'), repeated, toRefusal(repeated)]
    expect(errorsMet.map(isRepeatedFailure)).toEqual([false, true, true])
  })

  it('is still recognised behind its refusal', () => {
    const [missing, unknown] = [
      toRefusal(refused('resource_missing')),
      toRefusal(refused('parameter_unknown')),
    ]
    const lost = toRefusal(new errors.StripeConnectionError({ type: 'api_error', message: 'socket hang up' }))
    expect([missing, unknown, lost].map(isMissingAtProvider)).toEqual([true, false, false])
    expect([missing, unknown, lost].map(isOutcomeUnknown)).toEqual([false, false, true])
  })

  it('names the email field for an invalid address', () => {
    expect(toRefusal(refused('email_invalid'))).toMatchObject({
      status: 400,
      details: { fields: { email: expect.any(String) } },
    })
  })
})
