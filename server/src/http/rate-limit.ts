import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '#errors.ts'
import type { Limit } from '#limits/limits.ts'
import { type DatabaseRates, databaseRates, memoryRates, type RateStore } from '#limits/rate.ts'
import { networkOf } from './network-of.ts'
import type { Viewer } from './viewer.ts'

type Deps = DatabaseRates & { viewerOf(request: FastifyRequest): Promise<Viewer | null> }

const maxRemembered = 10_000

const tooMany = (retryAfterSeconds: number) => tooManyRequests('Too many attempts.', retryAfterSeconds)

type Hooks = {
  onRequest(request: FastifyRequest): Promise<void>
  onSend?(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** A refusal based on refused calls is cached this long, because other calls may have succeeded since. */
const recheckMs = 1000

type Full = { until: number; askAgainAt: number }

/** Counts in this process or, with `isShared`, in all. A key over its limit is cached: a flood costs no query. */
export function rateLimit(limit: Limit, route: string, deps: Deps): Hooks {
  const { countsRefused } = limit
  const store: RateStore = limit.isShared ? databaseRates(deps) : memoryRates()
  const full = new Map<string, Full>()
  const counted = new WeakMap<FastifyRequest, string>()
  const keyOf = async (request: FastifyRequest) => {
    const person = limit.per === 'person' ? await deps.viewerOf(request) : null
    return `${route} ${person?.id ?? networkOf(request.ip)}`
  }
  function refuse(key: string, waitSeconds: number, askAgainMs: number): never {
    if (!limit.isShared) throw tooMany(waitSeconds)
    const now = deps.clock.now().getTime()
    // A Map keeps insertion order, so the oldest key goes.
    if (full.size >= maxRemembered) full.delete(full.keys().next().value!)
    full.set(key, { until: now + waitSeconds * 1000, askAgainAt: now + askAgainMs })
    throw tooMany(waitSeconds)
  }
  /** Counts the call as refused until its response is known. */
  async function countAsRefused(request: FastifyRequest, key: string, max: number) {
    const ofRefused = `refused ${key}`
    const waitSeconds = await store.count(ofRefused, { ...limit, max })
    if (waitSeconds !== null) {
      await store.refund([ofRefused])
      refuse(key, waitSeconds, recheckMs)
    }
    counted.set(request, ofRefused)
  }
  const onRequest = async (request: FastifyRequest) => {
    const key = await keyOf(request)
    const now = deps.clock.now().getTime()
    const known = full.get(key)
    if (known && known.askAgainAt > now) throw tooMany(Math.ceil((known.until - now) / 1000))
    full.delete(key)
    const waitSeconds = await store.count(key, limit)
    if (waitSeconds !== null) refuse(key, waitSeconds, waitSeconds * 1000)
    if (countsRefused !== undefined) await countAsRefused(request, key, countsRefused)
  }
  const onSend = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = counted.get(request)
    const wasRefused = reply.statusCode >= 400 && reply.statusCode < 500
    if (key !== undefined && !wasRefused) await store.refund([key])
  }
  return countsRefused === undefined ? { onRequest } : { onRequest, onSend }
}
