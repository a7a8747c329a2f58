import type { Services } from '#services.ts'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { savedPosts } from './schema.ts'

/** Deletes the leases of people who lost access too; they must save their posts again. */
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
  const unentitled = holders
    .filter((holder) => holder.isBlocked || !accessOf(holder, now).hasAccess)
    .map(({ id }) => id)
  if (unentitled.length > 0) await db.delete(savedPosts).where(inArray(savedPosts.personId, unentitled))
}
