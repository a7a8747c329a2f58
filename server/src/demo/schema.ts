import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** The demo club's own note: which story is being written, seen from when, and since when it is complete. */
export const demoSeed = pgTable('demo_seed', {
  seed: integer('seed').primaryKey(),
  seenFrom: moment('seen_from').notNull(),
  finishedAt: moment('finished_at'),
})
