import type { User } from '@touchline/contract/people.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import { notFound } from '#errors.ts'
import { lockPassword } from '#features/people/passwords.ts'
import { sessions } from '#features/people/schema.ts'
import { sessionLifeMs } from '#features/people/session-life.ts'
import { toUser } from '#features/people/to-user.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { personWithMembership, toViewer } from '#features/viewer/viewer.ts'
import { readCookie, sessionCookie, writeCookie } from '#http/cookies.ts'
import type { Services } from '#services.ts'
import { endOldestSessions, endSessionByToken } from './end-session.ts'
import { rememberDevice } from './known-devices.ts'

/** The `token` goes into the cookie and is never saved. Throws 401 if the password was replaced since. */
export async function openSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  personId: string,
  userAgent: string | null,
  passwordHash?: string | null,
): Promise<{ sessionId: string; token: string }> {
  const token = newToken()
  const sessionId = uuid()
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (passwordHash !== undefined) await lockPassword(tx, personId, passwordHash)
    await tx.insert(sessions).values({
      id: sessionId,
      tokenHash: tokenHash(token),
      personId,
      userAgent: userAgent?.slice(0, 300) ?? null,
      createdAt: now,
      lastSeenAt: now,
      confirmedAt: now,
      expiresAt: new Date(now.getTime() + sessionLifeMs),
    })
  })
  return { sessionId, token }
}

type Starting = {
  request: FastifyRequest
  reply: FastifyReply
  isFirst?: boolean
  passwordHash?: string | null
}

export type Started = { user: User; isFirstEver: boolean }

/**
 * The browser's previous session ends, as do the oldest beyond twenty. `isFirst` marks the browser that created
 * the account, which needs no notice; `passwordHash` is as in `openSession`.
 */
export async function startSession(
  services: Pick<Services, 'db' | 'clock' | 'address' | 'live' | 'config' | 'mail'>,
  personId: string,
  { request, reply, isFirst = false, passwordHash }: Starting,
): Promise<Started> {
  const found = await personWithMembership(services.db, personId)
  if (!found) throw notFound('Account')
  const userAgent = request.headers['user-agent'] ?? null
  const session = await openSession(services, personId, userAgent, passwordHash)
  const previous = readCookie(request, services.address, sessionCookie)
  if (previous) await endSessionByToken(services, previous)
  await endOldestSessions(services, personId)
  writeCookie(reply, services.address, sessionCookie, session.token, sessionLifeMs / 1000)
  const isFirstEver = await rememberDevice(services, found.person, { request, reply, isFirst })
  const now = services.clock.now()
  const { twoFactorRoles } = services.config
  const viewer = toViewer({ ...session, ...found, confirmedAt: now, twoFactorRoles }, now)
  return { user: toUser(viewer), isFirstEver }
}
