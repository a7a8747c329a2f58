import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody, ErrorCode } from '@touchline/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { databaseIsAway } from '#db/database-is-away.ts'
import { Refusal } from '#errors.ts'
import { everywhere } from './headers.ts'

const sentences: Record<number, [ErrorCode, string]> = {
  400: ['invalid_input', 'The request is not valid.'],
  404: ['not_found', 'Not found'],
  408: ['invalid_input', 'The request took too long to arrive.'],
  413: ['too_large', 'This is too large.'],
  414: ['invalid_input', 'The address is too long.'],
  415: ['unsupported_media', 'This kind of content is not accepted here.'],
  429: ['too_many_requests', 'Too many requests. Please try again later.'],
  431: ['invalid_input', 'The request headers are too large.'],
  503: ['unavailable', 'The service is busy. Please try again in a moment.'],
}

const abortCodes = new Set(['ECONNRESET', 'EPIPE', 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Whether the client disconnected: people close windows, and phones lose the network. */
const isGone = (error: FastifyError, { raw }: FastifyRequest) =>
  abortCodes.has(error.code) && (raw.destroyed || raw.socket.destroyed)

function responseFor(
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
  if (isGone(error, request)) {
    request.log.info('request aborted by the client')
    return { status: 400, body: { message: sentences[400]![1], code: 'invalid_input' } }
  }
  if (databaseIsAway(error)) {
    request.log.error({ err: error }, 'database unavailable')
    return { status: 503, body: { message: sentences[503]![1], code: 'unavailable' }, retryAfterSeconds: 5 }
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    const [code, message] = sentences[status] ?? sentences[400]!
    return { status, body: { message, code } }
  }
  request.log.error({ err: error }, 'unexpected error')
  return {
    status: 500,
    body: {
      message: `Something went wrong on our side. Please try again. Should it happen again, tell us this number: ${request.id}`,
      code: 'internal',
      requestId: request.id,
    },
  }
}

/** Answers an error with one sentence and a code as JSON: no stack, SQL or path. */
export function respondWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfterSeconds } = responseFor(error, request)
  if (retryAfterSeconds) void reply.header('retry-after', String(retryAfterSeconds))
  void reply.header('cache-control', 'no-store')
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

const statusOfBrokenRequest: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers a malformed or incomplete HTTP request in the same form and closes the connection. */
export function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (socket.destroyed) return
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status = statusOfBrokenRequest[error.code ?? ''] ?? 400
    const [code, message] = sentences[status]!
    const body = JSON.stringify({ message, code } satisfies ErrorBody)
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        ...Object.entries(everywhere).map(([name, value]) => `${name}: ${value}`),
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}
