import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorBody } from '@touchline/contract/errors.ts'
import { everywhere } from './headers.ts'
import { type LoadClass, loadClassOf, shareOf } from './load-classes.ts'

/** How much this process has to do. */
export type Load = {
  figures(): { inFlight: number; mostInFlight: number; turnedAway: number }
  /** How many were turned away since the start, by what they asked for. */
  turnedAway(): Record<LoadClass, number>
}

declare module 'fastify' {
  interface FastifyInstance {
    load: Load
  }
  interface FastifyRequest {
    isInFlight: boolean
  }
}

const body = JSON.stringify({
  message: 'Very many people are here right now. Please try again in a moment.',
  code: 'unavailable',
} satisfies ErrorBody)

const headers = {
  ...everywhere,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
}

/** Those who were turned away come back one by one. */
const soonestSeconds = 1
const latestSeconds = 5

/**
 * Works on `most` requests at once at most and turns away what comes above that, the least important first. A request
 * counts from when all of it is here until its answer begins: who sends or reads slowly keeps no place. Before every
 * other hook: saying no has to cost next to nothing.
 */
export function boundLoad(app: FastifyInstance, most: number): void {
  let inFlight = 0
  const away: Record<LoadClass, number> = { figures: 0, search: 0, feed: 0, comments: 0, rest: 0 }
  const placesOf = (name: LoadClass) => Math.max(1, Math.floor(most * shareOf[name]))
  app.decorate('load', {
    figures: () => ({
      inFlight,
      mostInFlight: most,
      turnedAway: Object.values(away).reduce((sum, count) => sum + count, 0),
    }),
    turnedAway: () => ({ ...away }),
  })
  app.decorateRequest('isInFlight', false)

  const classOf = ({ routeOptions, method, raw }: FastifyRequest) =>
    loadClassOf(routeOptions.url, method, raw.url ?? '')
  const enter = (request: FastifyRequest) => {
    if (request.isInFlight) return
    request.isInFlight = true
    inFlight += 1
  }
  const leave = (request: FastifyRequest) => {
    if (!request.isInFlight) return
    request.isInFlight = false
    inFlight -= 1
  }

  app.addHook('onRequest', (request, reply, done) => {
    const name = classOf(request)
    if (name === null) return done()
    if (inFlight >= placesOf(name)) {
      away[name] += 1
      reply.hijack()
      reply.raw.writeHead(503, {
        ...headers,
        'retry-after': String(randomInt(soonestSeconds, latestSeconds + 1)),
      })
      reply.raw.end(body)
      return
    }
    if (request.method === 'GET' || request.method === 'HEAD') enter(request)
    reply.raw.once('close', () => leave(request))
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (classOf(request) !== null) enter(request)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
}
