import { eq, inArray } from 'drizzle-orm'
import { people, sessions } from '#features/people/schema.ts'
import { openInsideDatabase } from './inside-database.ts'

/** Sets a person's identity confirmation back by eleven minutes, in every session. */
export async function makeProofOld(dataDir: string, email: string): Promise<void> {
  const { db, close } = openInsideDatabase(dataDir)
  try {
    const themselves = db.select({ id: people.id }).from(people).where(eq(people.email, email))
    await db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })
      .where(inArray(sessions.personId, themselves))
  } finally {
    await close()
  }
}
