import type { AccessPolicy } from '@touchline/contract/access.ts'
import type { Endpoint, Parsed } from '@touchline/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { confirmationRequired, emailUnproven, Refusal } from '#errors.ts'
import type { Address } from './cookies.ts'
import { checked, parseParams } from './input.ts'
import type { Limit } from './limits.ts'
import { uploadMs } from './load.ts'
import { isConfirmed, refusalFor } from './policy.ts'
import { refuseOtherSites } from './same-site.ts'
import { sharedLimit } from './shared-limit.ts'
import { hasBody } from './slow-bodies.ts'
import type { RateLimitServices } from './rate-limit-store.ts'
import type { Viewer } from './viewer.ts'

type Shape = z.ZodMiniType | undefined

/** What a handler is given: validated parts, who asks (null only on public endpoints), and Fastify's pair for cookies and streams. */
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

/** What is promised, or the pair's own answer: bytes, or the same as a file. */
type RouteResponse<Reply extends Shape> = FastifyReply | (Reply extends z.ZodMiniType ? z.input<Reply> : void)

export type RouteOptions = {
  limit?: Limit
  /** The bytes go out as they are, never compressed. */
  isAsIs?: true
  /** Who reads this is named in the log of acts for it: no page of another site may make a browser do so. */
  isAct?: true
  /** How long the handler may work before its answer begins, where that is more than everywhere else. */
  longestMs?: number
  /** How long a JSON body may be, where that is more than everywhere else. */
  maxBodyBytes?: number
}

/** Binds an endpoint of the contract to the code that answers it. */
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

/** Room for the longest post, should every one of its characters be escaped. */
export const postBodyBytes = 256 * 1024

type Deps = RateLimitServices & {
  address: Address
  /** Who asks, read once for each request. */
  viewerOf(request: FastifyRequest): Promise<Viewer | null>
  /** The same, read again. */
  viewerAnew(request: FastifyRequest): Promise<Viewer | null>
}

/** Whoever takes longer to send a body is looked at again: the session may have ended in the meantime. */
const knownForMs = 5_000

/**
 * Makes the `route` function of an app. Order of checks: rate limit, session, blocked, role, access, proven address, proof
 * of identity; only then is the body read, and its kind and the parts of the request are checked. The reply is parsed
 * with its schema, so that no field leaves the house unpromised.
 */
export function routesOn(app: FastifyInstance, deps: Deps): Route {
  const rateLimitOf = ({ per, ...rate }: Limit) =>
    per === 'person'
      ? {
          ...rate,
          keyGenerator: async (request: FastifyRequest) => (await deps.viewerOf(request))?.id ?? request.ip,
        }
      : rate

  const admittedAt = new WeakMap<FastifyRequest, number>()

  return (endpoint, handler, options = {}) => {
    const { params, query, body, reply: replySchema, access, upload } = endpoint
    const { limit, longestMs = upload ? uploadMs : undefined } = options
    const { maxBodyBytes = upload ? postBodyBytes : undefined } = options
    /** Refuses before the body is read: what nobody may send is not worth parsing. */
    const admit = async (request: FastifyRequest, viewer: Viewer | null) => {
      if (options.isAct) refuseOtherSites(request, deps.address)
      request.ownerId = viewer?.id ?? null
      const refusal = refusalFor(access, viewer, endpoint)
      if (refusal) throw refusal
      if (endpoint.provenEmail && !viewer?.hasProvenEmail) throw emailUnproven()
      if (endpoint.confirmed && !isConfirmed(viewer, deps.clock.now())) throw confirmationRequired()
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: endpoint.method === 'GET',
      ...(options.isAsIs ? { compress: false as const } : {}),
      ...(maxBodyBytes ? { bodyLimit: maxBodyBytes } : {}),
      config: {
        access,
        ...(longestMs ? { longestMs } : {}),
        ...(limit && !limit.isShared ? { rateLimit: rateLimitOf(limit) } : {}),
      },
      ...(limit?.isShared ? sharedLimit(limit, `${endpoint.method} ${endpoint.path}`, deps) : {}),
      preParsing: async (request, _reply, payload) => {
        await admit(request, await deps.viewerOf(request))
        admittedAt.set(request, performance.now())
        if (hasBody(request)) request.server.load.pause(request)
        return payload
      },
      handler: async (request, reply) => {
        // A page of any site can send a form, and nothing here reads one: all its fields would count as left out.
        if (!upload && request.isMultipart())
          throw new Refusal(415, 'unsupported_media', 'Please send this as JSON.')
        if (performance.now() - (admittedAt.get(request) ?? 0) > knownForMs)
          await admit(request, await deps.viewerAnew(request))
        const viewer = await deps.viewerOf(request)
        const asked = {
          params: params && parseParams(params, request.params),
          query: query && checked(query, request.query),
          body: body && !upload ? checked(body, request.body ?? {}) : undefined,
          viewer,
          request,
          reply,
        }
        if (endpoint.status) void reply.code(endpoint.status)
        // The compiler cannot follow that `undefined` schemas give `undefined` parts; the endpoint's type says it.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const answer = await handler(asked as never)
        if (reply.sent || answer === reply) return reply
        if (replySchema) void reply.header('cache-control', 'no-store')
        if (!replySchema) return reply.send()
        return replySchema.parse(answer)
      },
    })
  }
}
