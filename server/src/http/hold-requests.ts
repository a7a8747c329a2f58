import type { ErrorBody } from '@touchline/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

const retrySeconds = 3
const sentence = 'The club is getting ready. Please try again in a moment.'
/** Paths that must work during seeding: the liveness check and the sandbox's events and API. */
const isNeededInside = (url: string) =>
  /^\/(healthz|sandbox\/.*|_sandbox\/.*|api\/webhooks\/.*)(\?|$)/.test(url)

/** Responds with 503 until the returned function is called: during seeding the club's clock is in the past. */
export function holdRequests(app: FastifyInstance): () => void {
  let isOpen = false
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpen || isNeededInside(request.url)) return done()
    void reply
      .code(503)
      .header('retry-after', String(retrySeconds))
      .header('refresh', String(retrySeconds))
      .header('cache-control', 'no-store')
    if (request.headers.accept?.includes('text/html'))
      void reply.type('text/plain; charset=utf-8').send(sentence)
    else void reply.send({ message: sentence, code: 'unavailable' } satisfies ErrorBody)
  })
  return () => {
    isOpen = true
  }
}
