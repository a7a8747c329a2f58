import type { AudienceAnswers, SharedAnswers } from '@touchline/contract/audience.ts'
import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Services } from '#services.ts'
import { audienceAnswers } from './schema.ts'

/** The answers of a person; null where not given. */
export async function answersOf(db: Database, personId: string): Promise<SharedAnswers> {
  const [saved] = await db.select().from(audienceAnswers).where(eq(audienceAnswers.personId, personId))
  return {
    ageBand: saved?.ageBand ?? null,
    country: saved?.country ?? null,
    toldAt: saved?.toldAt.toISOString() ?? null,
  }
}

/** Replaces a person's answers; deletes the row when both are null. */
export async function saveAnswers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  personId: string,
  { ageBand, country }: AudienceAnswers,
): Promise<SharedAnswers> {
  if (ageBand === null && country === null)
    await db.delete(audienceAnswers).where(eq(audienceAnswers.personId, personId))
  else {
    const answers = { ageBand, country, toldAt: clock.now() }
    await db
      .insert(audienceAnswers)
      .values({ personId, ...answers })
      .onConflictDoUpdate({ target: audienceAnswers.personId, set: answers })
  }
  return answersOf(db, personId)
}
