import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '#errors.ts'
import type { Limit } from './limits.ts'
import { networkOf } from './network-of.ts'
import { type Counting, countTry, takeTriesBack } from './tries.ts'
import type { Viewer } from './viewer.ts'

type Deps = Counting & { viewerOf(request: FastifyRequest): Promise<Viewer | null> }

const mostRemembered = 10_000

const tooMany = (retryAfterSeconds: number) =>
  tooManyRequests('Too many attempts. Please wait a moment and try again.', retryAfterSeconds)

type Hooks = {
  onRequest(request: FastifyRequest): Promise<void>
  onSend?(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/**
 * Makes the hooks that count requests to `route` for all processes together. Who has had enough is remembered here until
 * their time is over, so that a flood from one place costs the database nothing. Refuses with 429.
 */
export function sharedLimit(limit: Limit, route: string, deps: Deps): Hooks {
  const fullUntil = new Map<string, number>()
  const keyOf = async (request: FastifyRequest) => {
    const person = limit.per === 'person' ? await deps.viewerOf(request) : null
    return `${route} ${person?.id ?? networkOf(request.ip)}`
  }
  const onRequest = async (request: FastifyRequest) => {
    const key = await keyOf(request)
    const now = deps.clock.now().getTime()
    const until = fullUntil.get(key) ?? 0
    if (until > now) throw tooMany(Math.ceil((until - now) / 1000))
    fullUntil.delete(key)
    const waitSeconds = await countTry(deps, key, limit)
    if (waitSeconds === null) return
    // Maps keep the order in which things came: the first one goes.
    if (fullUntil.size >= mostRemembered) fullUntil.delete(fullUntil.keys().next().value!)
    fullUntil.set(key, now + waitSeconds * 1000)
    throw tooMany(waitSeconds)
  }
  const onSend = async (request: FastifyRequest, reply: FastifyReply) => {
    if (reply.statusCode < 400) await takeTriesBack(deps, [await keyOf(request)])
  }
  return limit.onlyRefused ? { onRequest, onSend } : { onRequest }
}
