import type { AccessPolicy } from '@touchline/contract/access.ts'
import type { Endpoint, Parsed, Written } from '@touchline/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { confirmationRequired, emailUnproven, Refusal } from '#errors.ts'
import type { Address } from './cookies.ts'
import { checked, parseParams } from './input.ts'
import { JsonText } from './json-text.ts'
import type { Limit } from '#limits/limits.ts'
import { uploadMs } from './load.ts'
import { isConfirmed, refusalFor } from './policy.ts'
import { refuseOtherSites } from './same-site.ts'
import { rateLimit } from './rate-limit.ts'
import { hasBody } from './slow-bodies.ts'
import type { DatabaseRates } from '#limits/rate.ts'
import type { Viewer } from './viewer.ts'

type Shape = z.ZodMiniType | undefined

/** `viewer` is null only on public endpoints; `request` and `reply` are for cookies and streams. */
export type RouteRequest<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Access extends AccessPolicy,
> = {
  params: Parsed<Params>
  query: Parsed<Query>
  body: Parsed<Body>
  viewer: Access extends 'public' ? Viewer | null : Viewer
  request: FastifyRequest
  reply: FastifyReply
}

/** The promised body, its text, or the reply itself when the handler sends it. */
type RouteResponse<Reply extends Shape> =
  | FastifyReply
  | (Reply extends z.ZodMiniType ? z.input<Reply> | JsonText<z.output<Reply>> : void)

export type RouteOptions = {
  limit?: Limit
  isAsIs?: true
  /** The request is audited, so another site must not be able to trigger it. */
  isAct?: true
  /** The handler's deadline, where it is longer than the default. */
  maxMs?: number
  /** The limit of the JSON body, where it is larger than the default. */
  maxBodyBytes?: number
}

/** Binds an endpoint of the contract to its handler. */
export type Route = <
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Reply extends Shape,
  Access extends AccessPolicy,
>(
  endpoint: Endpoint<Params, Query, Body, Reply, Access>,
  handler: (
    asked: RouteRequest<Params, Query, Body, Access>,
  ) => Promise<RouteResponse<Reply>> | RouteResponse<Reply>,
  options?: RouteOptions,
) => void

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Answers an endpoint for the person of another request, without its rate limit. Throws the refusal of its policy. */
export type Answer = <Query extends Shape, Reply extends Shape, Access extends AccessPolicy>(
  endpoint: Endpoint<undefined, Query, undefined, Reply, Access>,
  exchange: Exchange,
  query: Written<Query>,
) => Promise<Parsed<Reply>>

type Answers = Map<object, (exchange: Exchange, query: unknown) => Promise<unknown>>

/** Answers with the handlers that `routesOn` has put into `answers`. */
export const answerWith =
  (answers: Answers): Answer =>
  async (endpoint, exchange, query) =>
    // The route has parsed the reply with the schema of this endpoint.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (await answers.get(endpoint)!(exchange, query)) as never

/** Room for the longest post with every character escaped. */
export const postBodyBytes = 256 * 1024

type Deps = DatabaseRates & {
  address: Address
  viewerOf(request: FastifyRequest): Promise<Viewer | null>
  viewerAnew(request: FastifyRequest): Promise<Viewer | null>
  answers?: Answers
}

/** A request whose body takes longer is authorised again, because the session may have ended. */
const viewerMaxAgeMs = 5_000

/**
 * Checks in order: rate limit, session, suspension, role, access, verified email, confirmed identity; then reads and
 * validates the parts. The response is parsed too, so that no undeclared field leaves the server.
 */
export function routesOn(app: FastifyInstance, deps: Deps): Route {
  const authorisedAt = new WeakMap<FastifyRequest, number>()

  return (endpoint, handler, options = {}) => {
    const { params, query, body, reply: replySchema, access, right, upload } = endpoint
    const { limit, maxMs = upload ? uploadMs : undefined } = options
    const { maxBodyBytes = upload ? postBodyBytes : undefined } = options
    /** Authorises before the body is read, to avoid parsing what will be refused. */
    const authorise = async (request: FastifyRequest, viewer: Viewer | null) => {
      if (options.isAct) refuseOtherSites(request, deps.address)
      request.ownerId = viewer?.id ?? null
      const refusal = refusalFor(access, viewer, endpoint)
      if (refusal) throw refusal
      if (endpoint.provenEmail && !viewer?.hasProvenEmail) throw emailUnproven()
      if (endpoint.confirmed && !isConfirmed(viewer, deps.clock.now())) throw confirmationRequired()
    }
    deps.answers?.set(endpoint, async (exchange, asked) => {
      const viewer = await deps.viewerOf(exchange.request)
      await authorise(exchange.request, viewer)
      const input = { query: query && checked(query, asked), viewer, ...exchange }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as below
      const result = await handler(input as never)
      return result instanceof JsonText ? JSON.parse(result.text) : replySchema?.parse(result)
    })
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: endpoint.method === 'GET',
      ...(options.isAsIs ? { compress: false as const } : {}),
      ...(maxBodyBytes ? { bodyLimit: maxBodyBytes } : {}),
      config: { access, right, ...(maxMs ? { maxMs } : {}) },
      ...(limit ? rateLimit(limit, `${endpoint.method} ${endpoint.path}`, deps) : {}),
      preParsing: async (request, _reply, payload) => {
        await authorise(request, await deps.viewerOf(request))
        authorisedAt.set(request, performance.now())
        if (hasBody(request)) request.server.load.pause(request)
        return payload
      },
      handler: async (request, reply) => {
        // Any site can submit a multipart form. Its fields would all be read as missing.
        if (!upload && request.isMultipart())
          throw new Refusal(415, 'unsupported_media', 'Please send this as JSON.')
        if (performance.now() - (authorisedAt.get(request) ?? 0) > viewerMaxAgeMs)
          await authorise(request, await deps.viewerAnew(request))
        const viewer = await deps.viewerOf(request)
        const input = {
          params: params && parseParams(params, request.params),
          query: query && checked(query, request.query),
          body: body && !upload ? checked(body, request.body ?? {}) : undefined,
          viewer,
          request,
          reply,
        }
        if (endpoint.status) void reply.code(endpoint.status)
        // The compiler cannot follow that an undefined schema gives an undefined part.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const result = await handler(input as never)
        if (reply.sent || result === reply) return reply
        if (replySchema) void reply.header('cache-control', 'no-store')
        if (!replySchema) return reply.send()
        if (result instanceof JsonText) return reply.type('application/json; charset=utf-8').send(result.text)
        return replySchema.parse(result)
      },
    })
  }
}
