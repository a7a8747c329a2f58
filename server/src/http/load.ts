import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ErrorBody } from '@touchline/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerFactory } from 'fastify'
import { tooManyRequests, unavailable } from '#errors.ts'
import { type Release, openFairQueue } from '#limits/concurrency.ts'
import { everywhere } from './headers.ts'
import { type LoadClass, loadClassOf, shareOf } from './load-classes.ts'
import { networkOf } from './network-of.ts'
import { isForSocket, socketPath } from './upgrade.ts'

export type Load = {
  figures(): { inFlight: number; mostInFlight: number; turnedAway: number }
  /** How many requests were rejected since the start, by class. */
  turnedAway(): Record<LoadClass, number>
  /** Whether all slots have been taken for a third of a deadline without a single response starting. */
  isStuck(): boolean
  /** Whether a request of this class would be accepted now. */
  hasRoomFor(name: LoadClass): boolean
  /** Frees a request's slot while its body arrives. */
  pause(request: FastifyRequest): void
}

type Work = {
  isInFlight: boolean
  /** Whether the response has started or the client is gone. */
  isOver: boolean
  done: Release | null
  deadline: NodeJS.Timeout | undefined
  /** Cancels waiting for a turn. */
  gone: AbortController | null
}

declare module 'fastify' {
  interface FastifyInstance {
    load: Load
  }
  interface FastifyRequest {
    work: Work | null
    /** The signed-in person; null for visitors. */
    ownerId: string | null
  }
  interface FastifyContextConfig {
    /** The deadline of a handler, where it is longer than the default. */
    maxMs?: number
  }
}

const body = JSON.stringify({
  message: 'Very many people are here right now. Please try again in a moment.',
  code: 'unavailable',
} satisfies ErrorBody)

/** A flat list of names and values, the fastest form for Node. */
const headers = Object.entries({
  ...everywhere,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
}).flat()

/** Rejected clients get a random delay, so that they do not all return at once. */
const minRetrySeconds = 1
const maxRetrySeconds = 5

const rejectOverload = (response: ServerResponse) => {
  const seconds = String(randomInt(minRetrySeconds, maxRetrySeconds + 1))
  response.writeHead(503, [...headers, 'retry-after', seconds])
  response.end(body)
}

/** Fastify only sets these timeouts on servers it creates. */
const keepAliveMs = 72_000
const requestMs = 15 * 60_000
const silenceMs = 60_000
const headersMs = 20_000
const headersCheckMs = 5_000
/** A client that sends a body waits for its processing, which may exceed a minute. */
const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** The deadline of a handler that reads an upload or processes an image. */
export const uploadMs = requestMs

const tookTooLong = () => unavailable('This took too long. Please try again in a moment.')
const tooManyAtOnce = () => tooManyRequests('Too many of your requests are being worked on.', 1)

/** The slots that one person, or the visitors of one address, may hold. Further requests wait. */
const boundsFor = (most: number) => ({
  person: { perOwner: Math.max(4, Math.floor(most / 16)), waitingPerOwner: 100 },
  address: { perOwner: Math.max(4, Math.floor(most / 8)), waitingPerOwner: 2000 },
})

const hasLoadClass = ({ method, url }: FastifyRequest) => loadClassOf(method, url) !== null

/** `serverFactory` makes the server and `count` installs the hooks. */
export type BoundLoad = { serverFactory: FastifyServerFactory; count(app: FastifyInstance): void }

/**
 * Runs at most `most` requests at once and rejects further ones, least important classes first. A request counts
 * from the arrival of its whole body until its response starts or its deadline passes, so slow clients hold no slot.
 * `connectionsCheckingInterval` is how often Node checks for late headers, in ms.
 */
export function boundLoad(
  most: number,
  handlerMs: number,
  connectionsCheckingInterval = headersCheckMs,
): BoundLoad {
  let inFlight = 0
  const away: Record<LoadClass, number> = {
    figures: 0,
    search: 0,
    feed: 0,
    comments: 0,
    rest: 0,
    payments: 0,
  }
  const placesOf = (name: LoadClass) => Math.max(1, Math.floor(most * shareOf[name]))
  const minPlaces = placesOf('figures')

  /** The class of a request when there is no slot for it. */
  const refused = ({ method = '', url = '' }: IncomingMessage) => {
    if (inFlight < minPlaces) return null
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
    // Nothing reads this reason: the response has started or the client is gone.
    work.gone?.abort(tookTooLong())
  }
  const startDeadline = (work: Work, request: FastifyRequest, reply: FastifyReply) => {
    if (work.isOver) return
    if (work.deadline) {
      work.deadline.refresh()
      return
    }
    const ms = request.routeOptions.config.maxMs ?? handlerMs
    work.deadline = setTimeout(() => {
      if (work.isOver || reply.sent) return
      request.log.warn({ route: request.routeOptions.url, ms }, 'handler timed out')
      void reply.send(tookTooLong())
    }, ms)
  }
  /** Waits until the owner has fewer requests running. A waiting request holds no slot. */
  const takeTurn = async (work: Work, { ownerId, ip }: FastifyRequest) => {
    const [owner, share] = ownerId ? [ownerId, bounds.person] : [networkOf(ip), bounds.address]
    work.done = turns.takeNow(owner, share)
    if (work.done) {
      if (work.isOver) work.done()
      return
    }
    const gone = new AbortController()
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
        hasRoomFor: (name) => inFlight < placesOf(name),
        pause({ work }) {
          if (!work) return
          clearTimeout(work.deadline)
          work.deadline = undefined
          leave(work)
        },
      })
      app.decorateRequest('work', null)
      app.decorateRequest('ownerId', null)
      app.addHook('onRequest', (request, reply, done) => {
        // A WebSocket upgrade has no response that starts.
        if (request.routeOptions.url === socketPath) return done()
        const work = { isInFlight: false, isOver: false, done: null, deadline: undefined, gone: null }
        request.work = work
        if (hasLoadClass(request)) enter(work)
        startDeadline(work, request, reply)
        reply.raw.once('close', () => finish(work))
        done()
      })
      app.addHook('preValidation', async (request, reply) => {
        const { work } = request
        if (!work) return
        startDeadline(work, request, reply)
        // A longer deadline marks an upload. Uploads per person are limited where they arrive.
        const isUpload = request.routeOptions.config.maxMs !== undefined
        if (isUpload && hasLoadClass(request)) enter(work)
        else if (hasLoadClass(request)) await takeTurn(work, request)
      })
      app.addHook('onSend', (request, _reply, payload, done) => {
        finish(request.work)
        done(null, payload)
      })
    },
  }
}
