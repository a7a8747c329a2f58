import type { FastifyInstance, FastifyRequest } from 'fastify'
import { watchPace } from './body-pace.ts'
import { respondToBrokenRequest } from './error-responses.ts'

const tooSlow = () =>
  Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Whether a request announces a body. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Hangs up, with 408, on whoever sends what is read before a handler begins at less than 8 kB a second over half a
 * minute: thousands of such would hold connections and memory for a quarter of an hour. Files have the same pace where
 * they are read, see `readAtPace`.
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
