import type { FastifyInstance, FastifyRequest } from 'fastify'
import { watchPace } from './body-pace.ts'
import { respondToBrokenRequest } from './error-responses.ts'

const tooSlow = () =>
  Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Whether a request announces a body. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Answers 408 and closes the connection when a body arrives at less than 8 kB per second over half a minute.
 * Thousands of slow senders could otherwise hold connections and memory for a quarter of an hour.
 * `readAtPace` applies the same limit to uploads.
 */
export function rejectSlowBodies(app: FastifyInstance): void {
  const watched = new WeakMap<FastifyRequest, () => void>()
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request)) {
      const pace = watchPace(request.raw)
      pace.tooSlow.catch(() => respondToBrokenRequest(tooSlow(), request.raw.socket))
      watched.set(request, pace.stop)
      reply.raw.once('close', pace.stop)
    }
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    watched.get(request)?.()
    done()
  })
}
