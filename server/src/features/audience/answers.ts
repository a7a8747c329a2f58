import type { AudienceAnswers, SharedAnswers } from '@touchline/contract/audience.ts'
import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Services } from '#services.ts'
import { audienceAnswers } from './schema.ts'

/** What somebody told of themselves; null where nothing. */
export async function answersOf(db: Database, personId: string): Promise<SharedAnswers> {
  const [told] = await db.select().from(audienceAnswers).where(eq(audienceAnswers.personId, personId))
  return {
    ageBand: told?.ageBand ?? null,
    country: told?.country ?? null,
    toldAt: told?.toldAt.toISOString() ?? null,
  }
}

/** Keeps what somebody tells in the place of what they told before; of somebody who tells nothing, nothing. */
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
