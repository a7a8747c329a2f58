import { integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { type ErasureRule, ofTheSite, untouched } from '#db/erasure-rule.ts'

/** The progress of seeding. All events about money and membership up to `reachedAt` have happened. */
export const demoSeed = pgTable('demo_seed', {
  seed: integer('seed').primaryKey(),
  seenFrom: moment('seen_from').notNull(),
  reachedAt: moment('reached_at'),
  finishedAt: moment('finished_at'),
})

export const demoErasure: ErasureRule[] = untouched(ofTheSite, 'demo_seed')
