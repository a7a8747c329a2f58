import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { type Membership, memberships } from '../schema.ts'

export async function currentMembershipOf(db: Database, personId: string): Promise<Membership | null> {
  const [found] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.personId, personId), memberships.isCurrent))
    .limit(1)
  return found ?? null
}
