import { integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** The demo club's own note: which story is being written, seen from when, how far, and since when it is complete. */
export const demoSeed = pgTable('demo_seed', {
  seed: integer('seed').primaryKey(),
  seenFrom: moment('seen_from').notNull(),
  /** The moment of the story up to which everything about money and membership has happened. */
  reachedAt: moment('reached_at'),
  finishedAt: moment('finished_at'),
})
