import type { FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'
import type { Limit } from './limits.ts'
import { networkOf } from './network-of.ts'
import { type Counting, countTry } from './tries.ts'
import type { Viewer } from './viewer.ts'

type Deps = Counting & { viewerOf(request: FastifyRequest): Promise<Viewer | null> }

const mostRemembered = 10_000

const tooMany = (retryAfterSeconds: number) =>
  new Refusal(429, 'too_many_requests', 'Too many tries. Please wait a moment and try again.', {
    retryAfterSeconds,
  })

/**
 * Makes the hook that counts requests to `route` for all processes together. Who has had enough is remembered here until
 * their time is over, so that a flood from one place costs the database nothing. Refuses with 429.
 */
export function sharedLimit(
  limit: Limit,
  route: string,
  deps: Deps,
): (request: FastifyRequest) => Promise<void> {
  const fullUntil = new Map<string, number>()
  return async (request) => {
    const person = limit.per === 'person' ? await deps.viewerOf(request) : null
    const key = `${route} ${person?.id ?? networkOf(request.ip)}`
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
}
