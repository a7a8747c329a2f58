import type { FastifyInstance } from 'fastify'

/**
 * One line for every answer, at the level `info`: what was asked for by the pattern of its route, never the address
 * itself, who asked, or from where. What failed is said where it failed, under the same `reqId`.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}
