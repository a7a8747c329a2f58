import type { Services } from '#services.ts'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { savedPosts } from './schema.ts'

/**
 * Forgets leases that have ended, and ends those of people who have no access any more or are blocked: should they get
 * it back, what they had saved they have to save again.
 */
export async function revokeLeases({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.delete(savedPosts).where(lte(savedPosts.endsAt, now))
  const holders = await db
    .selectDistinct({
      id: people.id,
      role: people.role,
      isBlocked: people.isBlocked,
      membership: membershipFacts,
    })
    .from(savedPosts)
    .innerJoin(people, eq(people.id, savedPosts.personId))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
  const without = holders
    .filter((holder) => holder.isBlocked || !accessOf(holder, now).hasAccess)
    .map(({ id }) => id)
  if (without.length > 0) await db.delete(savedPosts).where(inArray(savedPosts.personId, without))
}

/** Declares the background work of saved posts. */
export function savedJobs(services: Services): void {
  services.jobs.every('*/10 * * * *', 'revoke-leases', () => revokeLeases(services))
}
