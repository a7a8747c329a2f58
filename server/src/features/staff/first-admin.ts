import { and, count, eq, isNull, lte } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { setupUrl } from './setup-url.ts'
import { invitations } from './schema.ts'

const linkLastsMs = 24 * 60 * 60 * 1000
/** Processes on one database may start together, and each prints one: nobody can tell which was the last. */
const togetherMs = 60_000

/** Whether anybody looks after the site; asked under a lock, so that only one person ever becomes the first. */
export async function hasAdmin(tx: Transaction): Promise<boolean> {
  await lockUntilCommit(tx, 'first admin')
  const [admins] = await tx.select({ count: count() }).from(people).where(eq(people.role, 'admin'))
  return (admins?.count ?? 0) > 0
}

/**
 * A link that makes the first admin, good once, for 24 hours; the one of an earlier start opens nothing any more, where
 * processes may start together after a minute. Null on a site that has an admin.
 */
export async function firstAdminLink({
  db,
  clock,
  address,
  config,
}: Pick<Services, 'db' | 'clock' | 'address' | 'config'>): Promise<string | null> {
  const now = clock.now()
  const token = newToken()
  const isOver = new Date(now.getTime() - (config.databaseUrl === null ? 0 : togetherMs))
  const isMade = await db.transaction(async (tx) => {
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
      expiresAt: new Date(now.getTime() + linkLastsMs),
    })
    return true
  })
  return isMade ? setupUrl(address, token) : null
}
