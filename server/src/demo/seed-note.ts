import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/accounts/schema.ts'
import { demoSeed } from './schema.ts'

/**
 * Since when the story of `seed` is to be written: `now` for an empty club, the same moment again when an earlier
 * start was stopped in the middle, null when it is written or the club has people of its own.
 */
export async function storyToWrite(db: Database, seed: number, now: Date): Promise<Date | null> {
  const [note] = await db.select().from(demoSeed).limit(1)
  if (note) return note.finishedAt || note.seed !== seed ? null : note.seenFrom
  const [anyone] = await db.select({ id: people.id }).from(people).limit(1)
  if (anyone) return null
  await db.insert(demoSeed).values({ seed, seenFrom: now, finishedAt: null })
  return now
}

/** Notes that the story is complete, and lets the database look at what it holds now: it plans by that. */
export async function storyWritten(db: Database, seed: number, now: Date): Promise<void> {
  await db.update(demoSeed).set({ finishedAt: now }).where(eq(demoSeed.seed, seed))
  await db.execute(sql`analyze`)
}
