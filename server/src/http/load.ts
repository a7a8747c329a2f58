import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ErrorBody } from '@touchline/contract/errors.ts'
import type { FastifyInstance, FastifyRequest, FastifyServerFactory } from 'fastify'
import { everywhere } from './headers.ts'
import { type LoadClass, loadClassOf, shareOf } from './load-classes.ts'
import { isForSocket } from './upgrade.ts'

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

/** As Node writes them fastest: a name, its value, the next name. */
const headers = Object.entries({
  ...everywhere,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
}).flat()

/** Those who were turned away come back one by one. */
const soonestSeconds = 1
const latestSeconds = 5

const turnAway = (response: ServerResponse) => {
  const seconds = String(randomInt(soonestSeconds, latestSeconds + 1))
  response.writeHead(503, [...headers, 'retry-after', seconds])
  response.end(body)
}

/** Fastify sets none of these on a server it did not make: an open connection, a whole request, one that says nothing. */
const keepAliveMs = 72_000
const requestMs = 15 * 60_000
const silenceMs = 60_000
/**
 * Whoever sends something waits for what is made of it, which may take longer than a minute: pictures wait for their
 * turn, buckets answer late. That they send it fast enough is looked after elsewhere, see `hangUpOnSlowBodies`.
 */
const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** Bounds what one process does at once: the server of an app, made by `serverFactory`, whose requests `count` counts. */
export type BoundLoad = { serverFactory: FastifyServerFactory; count(app: FastifyInstance): void }

/**
 * Works on `most` requests at once at most and turns away what comes above that, the least important first. A request
 * counts from when all of it is here until its answer begins: who sends or reads slowly keeps no place. Who is turned
 * away never reaches the app: saying no has to cost next to nothing.
 */
export function boundLoad(most: number): BoundLoad {
  let inFlight = 0
  const away: Record<LoadClass, number> = { figures: 0, search: 0, feed: 0, comments: 0, rest: 0 }
  const placesOf = (name: LoadClass) => Math.max(1, Math.floor(most * shareOf[name]))
  const fewestPlaces = placesOf('figures')

  /** The class of a request there is no place for. */
  const refused = ({ method = '', url = '' }: IncomingMessage) => {
    if (inFlight < fewestPlaces) return null
    const name = loadClassOf(method, url)
    return name && inFlight >= placesOf(name) ? name : null
  }
  const enter = (request: FastifyRequest) => {
    if (request.isInFlight || loadClassOf(request.method, request.url) === null) return
    request.isInFlight = true
    inFlight += 1
  }
  const leave = (request: FastifyRequest) => {
    if (!request.isInFlight) return
    request.isInFlight = false
    inFlight -= 1
  }

  return {
    serverFactory(handler) {
      const server = createServer({ shouldUpgradeCallback: isForSocket }, (request, response) => {
        const name = refused(request)
        if (!name) {
          if (!isReading(request)) response.setTimeout(requestMs)
          return handler(request, response)
        }
        away[name] += 1
        return turnAway(response)
      })
      server.keepAliveTimeout = keepAliveMs
      server.requestTimeout = requestMs
      server.setTimeout(silenceMs)
      return server
    },
    count(app) {
      app.decorate('load', {
        figures: () => ({
          inFlight,
          mostInFlight: most,
          turnedAway: Object.values(away).reduce((sum, count) => sum + count, 0),
        }),
        turnedAway: () => ({ ...away }),
      })
      app.decorateRequest('isInFlight', false)
      app.addHook('onRequest', (request, reply, done) => {
        if (request.method === 'GET' || request.method === 'HEAD') enter(request)
        reply.raw.once('close', () => leave(request))
        done()
      })
      app.addHook('preValidation', (request, _reply, done) => {
        enter(request)
        done()
      })
      app.addHook('onSend', (request, _reply, payload, done) => {
        leave(request)
        done(null, payload)
      })
    },
  }
}
