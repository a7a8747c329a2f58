import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ErrorBody } from '@touchline/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerFactory } from 'fastify'
import { tooManyRequests, unavailable } from '#errors.ts'
import { type Release, openFairQueue } from '#concurrency/fair-queue.ts'
import { everywhere } from './headers.ts'
import { type LoadClass, loadClassOf, shareOf } from './load-classes.ts'
import { networkOf } from './network-of.ts'
import { isForSocket, socketPath } from './upgrade.ts'

/** How much this process has to do. */
export type Load = {
  figures(): { inFlight: number; mostInFlight: number; turnedAway: number }
  /** How many were turned away since the start, by what they asked for. */
  turnedAway(): Record<LoadClass, number>
  /** Whether every place has been taken for a third of a deadline, and not one answer has begun. */
  isStuck(): boolean
  /** Gives the place of a request back while its body arrives. */
  pause(request: FastifyRequest): void
}

/** What is known of a request that is worked on. */
type Work = {
  isInFlight: boolean
  /** Whether its answer has begun, or nobody waits for one. */
  isOver: boolean
  done: Release | null
  deadline: NodeJS.Timeout | undefined
  /** Ends its wait for a turn. */
  gone: AbortController | null
}

declare module 'fastify' {
  interface FastifyInstance {
    load: Load
  }
  interface FastifyRequest {
    work: Work | null
    /** The person it belongs to, once that is known; null for visitors. */
    ownerId: string | null
  }
  interface FastifyContextConfig {
    /** How long a handler may work before its answer begins, where that is more than elsewhere. */
    longestMs?: number
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

const rejectOverload = (response: ServerResponse) => {
  const seconds = String(randomInt(soonestSeconds, latestSeconds + 1))
  response.writeHead(503, [...headers, 'retry-after', seconds])
  response.end(body)
}

/** Fastify sets none of these on a server it did not make: an open connection, a whole request, one that says nothing. */
const keepAliveMs = 72_000
const requestMs = 15 * 60_000
const silenceMs = 60_000
const headersMs = 20_000
const headersCheckMs = 5_000
/**
 * Whoever sends something waits for what is made of it, which may take longer than a minute: pictures wait for their
 * turn, buckets answer late. That they send it fast enough is looked after elsewhere, see `hangUpOnSlowBodies`.
 */
const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** A handler that reads a file while it arrives, or makes sizes of it. */
export const uploadMs = requestMs

const tookTooLong = () => unavailable('This took too long. Please try again in a moment.')
const tooManyAtOnce = () => tooManyRequests('Too many of your requests are being worked on.', 1)

/** The share of all places that one person, or the visitors of one address, may hold; what is more waits its turn. */
const boundsFor = (most: number) => ({
  person: { perOwner: Math.max(4, Math.floor(most / 16)), waitingPerOwner: 100 },
  address: { perOwner: Math.max(4, Math.floor(most / 8)), waitingPerOwner: 2000 },
})

const isCounted = ({ method, url }: FastifyRequest) => loadClassOf(method, url) !== null

/** Bounds what one process does at once: the server of an app, made by `serverFactory`, whose requests `count` counts. */
export type BoundLoad = { serverFactory: FastifyServerFactory; count(app: FastifyInstance): void }

/**
 * Works on `most` requests at once at most and turns away what comes above that, the least important first. A request
 * counts from when all of it is here until its answer begins, or its deadline: who sends or reads slowly keeps no place.
 * Who is turned away never reaches the app: saying no has to cost next to nothing. One person, and one address without
 * one, hold a few of the places at most. `connectionsCheckingInterval` is how often Node looks for late headers, in ms.
 */
export function boundLoad(
  most: number,
  handlerMs: number,
  connectionsCheckingInterval = headersCheckMs,
): BoundLoad {
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
  let fullSince: number | null = null
  const stuckMs = handlerMs / 3
  const move = (by: 1 | -1) => {
    inFlight += by
    if (inFlight < most) fullSince = null
    else fullSince ??= performance.now()
  }
  const turns = openFairQueue()
  const bounds = boundsFor(most)

  const enter = (work: Work) => {
    if (work.isInFlight || work.isOver) return
    work.isInFlight = true
    move(1)
  }
  const leave = (work: Work) => {
    if (!work.isInFlight) return
    work.isInFlight = false
    move(-1)
  }
  const finish = (work: Work | null) => {
    if (!work || work.isOver) return
    work.isOver = true
    clearTimeout(work.deadline)
    leave(work)
    work.done?.()
    // Nobody hears this reason: the answer has begun, or nobody is there.
    work.gone?.abort(tookTooLong())
  }
  const startDeadline = (work: Work, request: FastifyRequest, reply: FastifyReply) => {
    clearTimeout(work.deadline)
    const ms = request.routeOptions.config.longestMs ?? handlerMs
    work.deadline = setTimeout(() => {
      if (work.isOver || reply.sent) return
      request.log.warn({ route: request.routeOptions.url, ms }, 'a handler did not answer in time')
      void reply.send(tookTooLong())
    }, ms)
  }
  /** Waits until its owner has fewer requests in work; who waits holds no place. */
  const takeTurn = async (work: Work, { ownerId, ip }: FastifyRequest) => {
    const gone = new AbortController()
    const [owner, share] = ownerId ? [ownerId, bounds.person] : [networkOf(ip), bounds.address]
    const turn = turns.take(owner, share, gone.signal)
    if (!turn) throw tooManyAtOnce()
    leave(work)
    work.gone = gone
    work.done = await turn
    if (work.isOver) work.done()
    else enter(work)
  }

  return {
    serverFactory(handler) {
      const options = { shouldUpgradeCallback: isForSocket, connectionsCheckingInterval }
      const server = createServer(options, (request, response) => {
        const name = refused(request)
        if (!name) {
          if (!isReading(request)) response.setTimeout(requestMs)
          return handler(request, response)
        }
        away[name] += 1
        return rejectOverload(response)
      })
      server.keepAliveTimeout = keepAliveMs
      server.requestTimeout = requestMs
      server.headersTimeout = headersMs
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
        isStuck: () => fullSince !== null && performance.now() - fullSince > stuckMs,
        pause({ work }) {
          if (!work) return
          clearTimeout(work.deadline)
          leave(work)
        },
      })
      app.decorateRequest('work', null)
      app.decorateRequest('ownerId', null)
      app.addHook('onRequest', (request, reply, done) => {
        // What became a socket has no answer that begins.
        if (request.routeOptions.url === socketPath) return done()
        const work = { isInFlight: false, isOver: false, done: null, deadline: undefined, gone: null }
        request.work = work
        if (isCounted(request)) enter(work)
        startDeadline(work, request, reply)
        reply.raw.once('close', () => finish(work))
        done()
      })
      app.addHook('preValidation', async (request, reply) => {
        const { work } = request
        if (!work) return
        startDeadline(work, request, reply)
        // What may take longer reads a file: how many of those one person sends is counted where they arrive.
        const isUpload = request.routeOptions.config.longestMs !== undefined
        if (isUpload && isCounted(request)) enter(work)
        else if (isCounted(request)) await takeTurn(work, request)
      })
      app.addHook('onSend', (request, _reply, payload, done) => {
        finish(request.work)
        done(null, payload)
      })
    },
  }
}
