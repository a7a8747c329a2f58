import { type ApiRight, rightTexts } from '@touchline/contract/access.ts'
import { apiKeyPrefix } from '@touchline/contract/api-keys.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { inOneColumn, inOneColumnIfThere } from '#db/in-one-column.ts'
import { invalid, Refusal, tooManyRequests } from '#errors.ts'
import { stateOf } from '#features/api-keys/keys.ts'
import { apiKeys } from '#features/api-keys/schema.ts'
import { people } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'
import { membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { limits } from '#limits/limits.ts'
import { databaseRates } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { personFacts, toViewer } from './viewer.ts'

/** Returns the API key of a request; null without one. Other bearer tokens belong to a proxy in front of the site. */
export function apiKeyOf({ headers, routeOptions }: FastifyRequest): string | null {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined) return null
  return token.startsWith(apiKeyPrefix) || routeOptions.config.right !== undefined ? token : null
}

const noKey = (message: string) => new Refusal(401, 'invalid_api_key', message)
const noRight = (message: string) => new Refusal(403, 'missing_right', message)

const problems = {
  revoked: 'This API key has been revoked.',
  expired: 'This API key has expired.',
}

/** The time of the last use is saved once a minute. */
const touchAfterMs = 60_000

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'secret'>

/**
 * Finds the admin for whom an API key acts. Throws 401 for a key that does not work, 403 without the endpoint's right,
 * and 429 above the rate limit of the key.
 */
export function apiKeyViewer({ db, clock, config, secret }: Deps) {
  const rates = databaseRates({ db, clock, secret })
  const lookup = db.shortReads
    .select({
      key: apiKeys,
      person: inOneColumn({ ...personFacts, erasedAt: people.erasedAt }),
      membership: inOneColumnIfThere(memberships.id, membershipFacts),
    })
    .from(apiKeys)
    .innerJoin(people, eq(people.id, apiKeys.createdBy))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(eq(apiKeys.secretHash, sql.placeholder('secretHash')))
    .limit(1)
    .prepare('api_key_lookup')

  return async (apiKey: string, right: ApiRight | undefined, hasSession: boolean): Promise<Viewer> => {
    if (hasSession) throw invalid('Send either an API key or a session cookie, not both.')
    if (!right) throw noRight('This address is not open to API keys.')
    const [found] = await lookup.execute({ secretHash: tokenHash(apiKey) })
    if (!found) throw noKey('This API key does not exist.')
    const now = clock.now()
    const { key, person, membership } = found
    const state = stateOf(key, now)
    if (state !== 'active') throw noKey(problems[state])
    if (person.role !== 'admin' || person.isBlocked || person.erasedAt)
      throw noKey('The person who made this API key is no longer an admin, so it has ended.')
    const waitSeconds = await rates.count(`api-key ${key.id}`, limits.apiKey)
    if (waitSeconds !== null) throw tooManyRequests('This API key was used too often.', waitSeconds)
    if (!key.rights.includes(right))
      throw noRight(`This API key may not ${rightTexts[right]}: it lacks the right ${right}.`)
    if (now.getTime() - (key.lastUsedAt?.getTime() ?? 0) > touchAfterMs)
      await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, key.id))
    const viewer = toViewer(
      {
        sessionId: '',
        // A key proves no identity.
        confirmedAt: new Date(0),
        person,
        membership,
        twoFactorRoles: config.twoFactorRoles,
      },
      now,
    )
    return { ...viewer, apiKey: { name: key.name, rights: key.rights } }
  }
}
