import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { compile } from '@fastify/proxy-addr'
import websocket from '@fastify/websocket'
import type { AccessPolicy, ApiRight } from '@touchline/contract/access.ts'
import { maxUploadBytes } from '@touchline/contract/posts.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { DestinationStream } from 'pino'
import type { Config } from '#config/config.ts'
import { boundConnections } from './bound-connections.ts'
import type { Address } from './cookies.ts'
import { respondToBrokenRequest, respondWithError } from './error-responses.ts'
import { everywhere, overHttps } from './headers.ts'
import { parseJson, refuseBadAddress } from './input.ts'
import { boundLoad } from './load.ts'
import { loggedError } from './logged-error.ts'
import { routingUrl } from './page-addresses.ts'
import { refuseChangesByOtherSites } from './same-site.ts'
import { rejectSlowBodies } from './slow-bodies.ts'
import { closeCodes } from '@touchline/contract/live.ts'
import type { WebSocketServer } from 'ws'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Logs the route's pattern, never the URL, person or address. Errors are logged where they occur, by `reqId`. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request completed',
    )
    done()
  })
}

/** Carries the request id from a proxy, and in every response. */
const requestIdHeader = 'x-request-id'

const form = /^[\w-]{8,64}$/

/** Takes the request id from a trusted proxy, or generates one that is short enough to read aloud. */
function requestIds(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = compile(trustedProxies)
  return ({ headers, socket }) => {
    const given = headers[requestIdHeader]
    const isOfProxy =
      trustedProxies.length > 0 && socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0)
    return isOfProxy && typeof given === 'string' && form.test(given) ? given : randomUUID().slice(-12)
  }
}

/** Closes every socket with a code that makes browsers reconnect. */
function closeForRestart(server: WebSocketServer) {
  for (const socket of server.clients) socket.close(closeCodes.restarting, 'The server is restarting.')
  server.close()
}

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on responses close their connection. */
    drain(): void
  }
  interface FastifyContextConfig {
    access?: AccessPolicy
    /** The right that opens it to API keys. */
    right?: ApiRight | undefined
  }
}

/** Requests that other programs make for people, authenticated by a signature. */
const isFromPrograms = (url: string) => url.startsWith('/api/webhooks/') || /^\/unsubscribe(\?|$)/.test(url)

/** Connections of all kinds: live sockets, requests and idle ones. */
const connections = { max: 10_000, perAddress: 500 }

/** Room for the longest text a person writes, with every character escaped. */
const jsonLimitBytes = 32 * 1024

/** Sets up what applies to all routes: errors, headers, cookies, input, same-site checks, load, access policies. */
export async function openHttpServer(
  config: Config,
  address: Address,
  logTo?: DestinationStream,
  connectionsCheckingInterval?: number,
): Promise<FastifyInstance> {
  const headers = config.publicUrl?.startsWith('https:') ? { ...everywhere, ...overHttps } : everywhere
  const handlerMs = config.requestDeadlineSeconds * 1000
  const load = boundLoad(config.mostInFlight, handlerMs, connectionsCheckingInterval)
  const app = Fastify({
    serverFactory: load.serverFactory,
    logger: {
      level: config.logLevel,
      // Addresses, headers and URLs are personal data; `reqId` and `route` suffice.
      serializers: { err: loggedError, req: ({ method }) => ({ method }), res: () => ({}) },
      // At level `trace`, multipart logs headers and Fastify logs URLs.
      redact: { paths: ['headers', '*.headers', 'originalUrl'], remove: true },
      ...(logTo ? { stream: logTo } : {}),
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: jsonLimitBytes,
    forceCloseConnections: 'idle',
    rewriteUrl: routingUrl,
    genReqId: requestIds(config.trustedProxies),
    // A proxy may have sent a request while we stop, so it is answered normally.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // These errors bypass all hooks.
    frameworkErrors: (error, request, reply) => void respondWithError(error, request, reply.headers(headers)),
    clientErrorHandler: respondToBrokenRequest,
  })
  load.count(app)
  const isTrusted = compile(['loopback', ...config.trustedProxies])
  boundConnections(app.server, { ...connections, isTrusted: (from) => isTrusted(from, 0) })
  app.setErrorHandler(respondWithError)

  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`The route ${String(route.method)} ${route.url} has no access policy.`)
  })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header(requestIdHeader, request.id)
    refuseBadAddress(request.url)
    if (!isFromPrograms(request.url)) refuseChangesByOtherSites(request, address)
    done()
  })

  rejectSlowBodies(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => parseJson(text),
  )

  await app.register(cookie)
  await app.register(compress, {
    threshold: 1400,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/|application\/(json|javascript))/,
  })
  await app.register(multipart, { limits: { files: 1, fields: 10, parts: 11, fileSize: maxUploadBytes } })
  await app.register(websocket, {
    options: { maxPayload: 4096, perMessageDeflate: false },
    // Invalid frames are the client's fault.
    errorHandler: ({ message }, socket, request) => {
      request.log.info({ reason: message }, 'live connection failed')
      socket.terminate()
    },
    preClose: (done) => {
      closeForRestart(app.websocketServer)
      done()
    },
  })
  logRequests(app)
  drainWhileClosing(app)
  return app
}

/** Closes each kept connection with its next response, from `drain` on and while the site stops. */
function drainWhileClosing(app: FastifyInstance) {
  let isDraining = false
  let closeTimer: NodeJS.Timeout | undefined
  app.decorate('drain', () => void (isDraining = true))
  app.addHook('preClose', async () => {
    isDraining = true
    closeTimer = setInterval(() => app.server.closeIdleConnections(), 500)
  })
  app.addHook('onClose', async () => clearInterval(closeTimer))
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('connection', 'close')
    done(null, payload)
  })
}
