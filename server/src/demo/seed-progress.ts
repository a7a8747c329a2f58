import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { demoSeed } from './schema.ts'

type PendingSeed = { seenFrom: Date; reachedAt: Date | null }

/**
 * From when the story of `seed` is to be seen, and what has been reached of it: `now` for an empty club, the same
 * moment again when an earlier start was stopped in the middle, null when it is written or the club has people of its own.
 */
export async function pendingSeed(db: Database, seed: number, now: Date): Promise<PendingSeed | null> {
  const [note] = await db.select().from(demoSeed).limit(1)
  if (note) return note.finishedAt || note.seed !== seed ? null : note
  const [anyone] = await db.select({ id: people.id }).from(people).limit(1)
  if (anyone) return null
  await db.insert(demoSeed).values({ seed, seenFrom: now, finishedAt: null })
  return { seenFrom: now, reachedAt: null }
}

/** Whether the database holds the demo club, or nobody yet: then the demo is about to be written. */
export async function isDemoClub(db: Database): Promise<boolean> {
  const [note] = await db.select({ seed: demoSeed.seed }).from(demoSeed).limit(1)
  if (note) return true
  const [anyone] = await db.select({ id: people.id }).from(people).limit(1)
  return !anyone
}

/** Notes that everything up to `at` has happened, so that nothing happens twice. */
export async function recordSeedProgress(db: Database, seed: number, at: Date): Promise<void> {
  await db.update(demoSeed).set({ reachedAt: at }).where(eq(demoSeed.seed, seed))
}

/** Notes that the story is complete, and lets the database look at what it holds now: it plans by that. */
export async function recordSeedDone(db: Database, seed: number, now: Date): Promise<void> {
  await db.update(demoSeed).set({ finishedAt: now }).where(eq(demoSeed.seed, seed))
  await db.execute(sql`analyze`)
}
