import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people, type Person } from './schema.ts'

type Facts = Pick<
  Person,
  'firstName' | 'lastName' | 'bio' | 'location' | 'website' | 'avatarId' | 'isPrivate' | 'countsViews'
>

/** Writes what a person says about themselves, and how it is to be shown; what is left out stays. */
export async function describePerson(tx: Queryable, personId: string, facts: Partial<Facts>): Promise<void> {
  if (Object.keys(facts).length > 0) await tx.update(people).set(facts).where(eq(people.id, personId))
}
