import { type ApiKey, apiKeyPrefix, type NewApiKey } from '@touchline/contract/api-keys.ts'
import { desc, eq } from 'drizzle-orm'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { invalid, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { people } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { apiKeys } from './schema.ts'

type ForKeys = Pick<Services, 'clock' | 'db'>

/** Returns the secret, which is not saved. */
export async function createApiKey(
  { clock, db }: ForKeys,
  actorId: string,
  { name, rights, expiresAt: until }: NewApiKey,
): Promise<{ id: string; secret: string }> {
  const createdAt = clock.now()
  const expiresAt = until === null ? null : new Date(until)
  if (expiresAt && expiresAt <= createdAt)
    throw invalid('This date is over.', { expiresAt: 'Choose a date in the future.' })
  const secret = apiKeyPrefix + newToken()
  const id = uuid()
  await db.transaction(async (tx) => {
    await tx.insert(apiKeys).values({
      id,
      name,
      rights: [...new Set(rights)],
      secretHash: tokenHash(secret),
      ending: secret.slice(-4),
      createdBy: actorId,
      createdAt,
      expiresAt,
    })
    await recordAct(tx, { actorId, action: 'api_key_created', subject: name, at: createdAt })
  })
  return { id, secret }
}

/** Ends a key for good, in every process: each request reads the row. A second call changes nothing. */
export async function revokeApiKey({ clock, db }: ForKeys, actorId: string, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound('Key')
  const at = clock.now()
  await db.transaction(async (tx) => {
    const [key] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update')
    if (!key) throw notFound('Key')
    if (key.revokedAt) return
    await tx.update(apiKeys).set({ revokedAt: at }).where(eq(apiKeys.id, id))
    await recordAct(tx, { actorId, action: 'api_key_revoked', subject: key.name, at })
  })
}

export const stateOf = (
  { revokedAt, expiresAt }: Pick<typeof apiKeys.$inferSelect, 'revokedAt' | 'expiresAt'>,
  now: Date,
) => {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt <= now ? 'expired' : 'active'
}

const maxListed = 200

/** Returns the newest keys. */
export async function listApiKeys({ clock, db }: ForKeys): Promise<ApiKey[]> {
  const rows = await db
    .select({ key: apiKeys, firstName: people.firstName, email: people.email })
    .from(apiKeys)
    .innerJoin(people, eq(people.id, apiKeys.createdBy))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(maxListed)
  return rows.map(({ key, firstName, email }) => ({
    id: key.id,
    name: key.name,
    rights: key.rights,
    ending: key.ending,
    state: stateOf(key, clock.now()),
    createdBy: firstName ?? email,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }))
}
