import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people, type Person } from './schema.ts'

type Facts = Pick<
  Person,
  | 'firstName'
  | 'lastName'
  | 'bio'
  | 'location'
  | 'website'
  | 'avatarId'
  | 'isPrivate'
  | 'countsViews'
  | 'sharing'
  | 'keepsHistory'
  | 'historyClearedAt'
>

/** Saves the profile of a person and its visibility; omitted fields stay. */
export async function describePerson(tx: Queryable, personId: string, facts: Partial<Facts>): Promise<void> {
  if (Object.keys(facts).length > 0) await tx.update(people).set(facts).where(eq(people.id, personId))
}
