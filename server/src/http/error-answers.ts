import type { ErrorBody, ErrorCode } from '@touchline/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'

const sentences: Record<number, [ErrorCode, string]> = {
  400: ['invalid_input', 'The request is not valid.'],
  404: ['not_found', 'Not found'],
  408: ['invalid_input', 'The request took too long to arrive.'],
  413: ['too_large', 'This is too large.'],
  414: ['invalid_input', 'The address is too long.'],
  415: ['unsupported_media', 'This kind of content is not accepted here.'],
  429: ['too_many_requests', 'Too many requests. Please wait a moment and try again.'],
  431: ['invalid_input', 'The request headers are too large.'],
  503: ['unavailable', 'The service is busy. Please try again in a moment.'],
}

const databaseIsAway = (error: FastifyError) => {
  const cause: unknown = error.cause ?? error
  const code = cause && typeof cause === 'object' && 'code' in cause ? String(cause.code) : ''
  return (
    /^(08|57P|53300|ECONN|ENOENT)/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(String(cause))
  )
}

function answerFor(
  error: FastifyError,
  request: FastifyRequest,
): { status: number; body: ErrorBody; retryAfterSeconds?: number } {
  if (error instanceof Refusal) {
    const { retryAfterSeconds, ...details } = error.details
    if (error.cause !== undefined) request.log.error({ err: error.cause }, error.message)
    return {
      status: error.status,
      body: { message: error.message, code: error.code, ...details },
      ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    }
  }
  if (databaseIsAway(error)) {
    request.log.error({ err: error }, 'the database does not answer')
    return { status: 503, body: { message: sentences[503]![1], code: 'unavailable' }, retryAfterSeconds: 5 }
  }
  const status = error.statusCode ?? 500
  const known = sentences[status]
  if (known && status < 500) return { status, body: { message: known[1], code: known[0] } }
  request.log.error({ err: error }, 'unexpected error')
  return {
    status: 500,
    body: {
      message: 'Something went wrong on our side. Please try again.',
      code: 'internal',
      requestId: request.id,
    },
  }
}

/** Every error leaves as one JSON sentence with a code: no stack, no SQL, no path. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, retryAfterSeconds } = answerFor(error, request)
    if (retryAfterSeconds) void reply.header('retry-after', String(retryAfterSeconds))
    void reply.header('cache-control', 'no-store')
    return reply.code(status).type('application/json; charset=utf-8').send(body)
  })
}
