import { and, count, eq, isNull, lte } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { setupUrl } from './setup-url.ts'
import { invitations } from './schema.ts'

const linkLifetimeMs = 24 * 60 * 60 * 1000
/** Several processes may start together and each prints a link; all of those must work. */
const startupWindowMs = 60_000

/** Whether the site has an admin. Takes a lock, so that only one person becomes the first. */
export async function hasAdmin(tx: Transaction): Promise<boolean> {
  await lockUntilCommit(tx, 'first admin')
  const [admins] = await tx.select({ count: count() }).from(people).where(eq(people.role, 'admin'))
  return (admins?.count ?? 0) > 0
}

/**
 * Works once, for 24 hours. Ends the links of earlier startups, except those of the last minute, when processes share
 * a database. Returns null on a site that has an admin.
 */
export async function firstAdminLink({
  db,
  clock,
  address,
  config,
}: Pick<Services, 'db' | 'clock' | 'address' | 'config'>): Promise<string | null> {
  const now = clock.now()
  const token = newToken()
  const isOver = new Date(now.getTime() - (config.databaseUrl === null ? 0 : startupWindowMs))
  const isCreated = await db.transaction(async (tx) => {
    if (await hasAdmin(tx)) return false
    await tx
      .update(invitations)
      .set({ endedAt: now })
      .where(and(isNull(invitations.email), isNull(invitations.endedAt), lte(invitations.createdAt, isOver)))
    await tx.insert(invitations).values({
      id: uuid(),
      tokenHash: tokenHash(token),
      role: 'admin',
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkLifetimeMs),
    })
    return true
  })
  return isCreated ? setupUrl(address, token) : null
}
