import { api } from '@touchline/contract/api.ts'
import { asc, eq } from 'drizzle-orm'
import { by } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { limits } from '#limits/limits.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './keys.ts'
import { apiKeys as keys } from './schema.ts'

/** The keys of an admin, without their secrets. */
async function exportKeys({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const { name, rights, createdAt, expiresAt, revokedAt, lastUsedAt } = keys
  const made = await db
    .select({ name, rights, createdAt, expiresAt, revokedAt, lastUsedAt })
    .from(keys)
    .where(eq(keys.createdBy, viewer.id))
    .orderBy(asc(keys.createdAt))
  return made.length > 0 ? { apiKeys: made } : {}
}

export const apiKeys: Feature = {
  routes(route, services) {
    route(api.apiKeys.list, async () => ({ keys: await listApiKeys(services) }))
    route(api.apiKeys.create, ({ viewer, body }) => createApiKey(services, viewer.id, body), {
      limit: limits.staffActs,
    })
    route(api.apiKeys.revoke, ({ viewer, params }) => revokeApiKey(services, viewer.id, params.id))
  },
  export: { profile: exportKeys },
  erase: [
    { table: 'api_keys', fate: 'deleted', holds: 'API keys they made as an admin', whose: by('created_by') },
  ],
}
