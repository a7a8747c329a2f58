import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { sessions } from '#features/people/schema.ts'
import { idleLimitMs } from '#features/people/session-life.ts'
import { tokenHash } from '#features/people/tokens.ts'
import { readCookie, sessionCookie } from '#http/cookies.ts'
import type { Authenticate, Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { apiKeyOf, apiKeyViewer } from './api-key-viewer.ts'
import { sessionLookup, toViewer } from './viewer.ts'

type ViewerOf = (request: FastifyRequest) => Promise<Viewer | null>

export function viewersOf(services: Pick<Services, 'db' | 'clock' | 'config' | 'address' | 'secret'>) {
  const authenticate = authenticator(services)
  const viewerOfKey = apiKeyViewer(services)
  const known = new WeakMap<FastifyRequest, Promise<Viewer | null>>()

  const recognize: ViewerOf = (request) => {
    const token = readCookie(request, services.address, sessionCookie)
    return token ? authenticate(token) : Promise.resolve(null)
  }
  const viewerOf: ViewerOf = (request) => {
    const already = known.get(request)
    if (already) return already
    const key = apiKeyOf(request)
    const hasSession = readCookie(request, services.address, sessionCookie) !== null
    const { right } = request.routeOptions.config
    const viewer = key === null ? recognize(request) : viewerOfKey(key, right, hasSession)
    known.set(request, viewer)
    return viewer
  }
  const viewerAnew: ViewerOf = (request) => {
    known.delete(request)
    return viewerOf(request)
  }
  return { recognize, viewerOf, viewerAnew }
}

const touchAfterMs = 24 * 60 * 60 * 1000

/** Sessions are at most 60 days old, 14 idle. An expired one is deleted, so that a clock set back cannot revive it. */
export function authenticator({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Authenticate {
  const lookup = sessionLookup(db)
  return async (token) => {
    const found = await lookup(tokenHash(token))
    if (!found) return null
    const now = clock.now()
    const idleMs = now.getTime() - found.session.lastSeenAt.getTime()
    if (now >= found.session.expiresAt || idleMs > idleLimitMs) {
      await db.delete(sessions).where(eq(sessions.id, found.session.id))
      return null
    }
    if (idleMs > touchAfterMs)
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, found.session.id))
    const { id, confirmedAt } = found.session
    const { twoFactorRoles } = config
    return toViewer({ ...found, sessionId: id, confirmedAt, twoFactorRoles }, now)
  }
}
