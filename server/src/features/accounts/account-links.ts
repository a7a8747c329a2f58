import { and, eq, gt, lt } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { limits } from '#limits/limits.ts'
import { databaseRates } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { accountLinks, people, type Person } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import type { Email } from '#mail/email.ts'

type Purpose = typeof accountLinks.$inferSelect.purpose

/** How long a link is kept after it expires. */
const retentionMs = 24 * 60 * 60_000

/** The token exists only in the email, at most five per purpose in half an hour. Throws while mail is unavailable. */
export async function sendAccountLink(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'secret'>,
  person: Pick<Person, 'id'>,
  { purpose, lastsMs, compose }: { purpose: Purpose; lastsMs: number; compose: (token: string) => Email },
): Promise<void> {
  const { db, clock, mail } = services
  const rates = databaseRates(services)
  const key = `${purpose} ${person.id}`
  if ((await rates.count(key, limits.linkEmails)) !== null) return rates.refund([key])
  const now = clock.now()
  const token = newToken()
  await db.insert(accountLinks).values({
    tokenHash: tokenHash(token),
    personId: person.id,
    purpose,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
  })
  try {
    await mail.sendNow(compose(token))
  } catch (error) {
    // A failed attempt does not count: the job retries more than five times.
    await rates.refund([key])
    await db.delete(accountLinks).where(eq(accountLinks.tokenHash, tokenHash(token)))
    throw error
  }
}

/** The person a link was emailed to, and whether it was used; null for an unknown or expired link. */
export async function findLinkedPerson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { token, purpose }: { token: string; purpose: Purpose },
): Promise<{ person: Person; isOver: boolean } | null> {
  const [found] = await db
    .select({ person: people, isOver: accountLinks.isOver })
    .from(accountLinks)
    .innerJoin(people, eq(people.id, accountLinks.personId))
    .where(
      and(
        eq(accountLinks.tokenHash, tokenHash(token)),
        eq(accountLinks.purpose, purpose),
        gt(accountLinks.expiresAt, clock.now()),
      ),
    )
  return found ?? null
}

/** Consumes a link; false if a concurrent request was faster. */
export async function useAccountLink(tx: Queryable, token: string): Promise<boolean> {
  const used = await tx
    .update(accountLinks)
    .set({ isOver: true })
    .where(and(eq(accountLinks.tokenHash, tokenHash(token)), eq(accountLinks.isOver, false)))
    .returning({ personId: accountLinks.personId })
  return used.length > 0
}

export async function deleteExpiredLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(accountLinks)
    .where(lt(accountLinks.expiresAt, new Date(clock.now().getTime() - retentionMs)))
}
