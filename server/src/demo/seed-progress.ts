import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { demoSeed } from './schema.ts'

type PendingSeed = { seenFrom: Date; reachedAt: Date | null }

/** Returns `now` for an empty club, the saved values after an interruption, null when there is nothing to seed. */
export async function pendingSeed(db: Database, seed: number, now: Date): Promise<PendingSeed | null> {
  const [note] = await db.select().from(demoSeed).limit(1)
  if (note) return note.finishedAt || note.seed !== seed ? null : note
  const [anyone] = await db.select({ id: people.id }).from(people).limit(1)
  if (anyone) return null
  await db.insert(demoSeed).values({ seed, seenFrom: now, finishedAt: null })
  return { seenFrom: now, reachedAt: null }
}

/** Whether the database holds the demo club or is empty, so that the demo will be seeded. */
export async function isDemoClub(db: Database): Promise<boolean> {
  const [note] = await db.select({ seed: demoSeed.seed }).from(demoSeed).limit(1)
  if (note) return true
  const [anyone] = await db.select({ id: people.id }).from(people).limit(1)
  return !anyone
}

/** Records that all events up to `at` have happened, so that none is repeated. */
export async function recordSeedProgress(db: Database, seed: number, at: Date): Promise<void> {
  await db.update(demoSeed).set({ reachedAt: at }).where(eq(demoSeed.seed, seed))
}

/** Records that seeding is done, and updates the database's planner statistics. */
export async function recordSeedDone(db: Database, seed: number, now: Date): Promise<void> {
  await db.update(demoSeed).set({ finishedAt: now }).where(eq(demoSeed.seed, seed))
  await db.execute(sql`analyze`)
}
