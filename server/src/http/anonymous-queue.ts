import type { ErrorBody } from '@touchline/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

const retrySeconds = 3
const sentence = 'The club is getting ready. Please try again in a moment.'
/** What has to answer while the club is made: the check that the process lives, and the provider's way to us. */
const isNeededInside = (url: string) =>
  /^\/(healthz|sandbox\/.*|_sandbox\/.*|api\/webhooks\/.*)(\?|$)/.test(url)

/**
 * Asks everybody to come back in a moment until the returned function is called: while a history is written, the clock
 * of the club is in the past. Browsers try again by themselves.
 */
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
