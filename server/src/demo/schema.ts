import { integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { type ErasureRule, ofTheSite, untouched } from '#db/erasure-rule.ts'

/** The progress of seeding: its seed, its reference time, how far it got, and when it finished. */
export const demoSeed = pgTable('demo_seed', {
  seed: integer('seed').primaryKey(),
  seenFrom: moment('seen_from').notNull(),
  /** All events about money and membership up to this time have happened. */
  reachedAt: moment('reached_at'),
  finishedAt: moment('finished_at'),
})

export const demoErasure: ErasureRule[] = untouched(ofTheSite, 'demo_seed')
