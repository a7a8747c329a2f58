import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { type ErasureRule, untouched } from '#db/erasure-rule.ts'

/**
 * Attempts per rate-limit key since `startedAt`. `key` is an HMAC, so addresses and accounts cannot be read
 * here. The table is unlogged: a crash only loses counts of the last minutes.
 */
export const rateLimitAttempts = pgTable(
  'tries',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    startedAt: moment('started_at').notNull(),
  },
  (table) => [index('tries_started').on(table.startedAt)],
)

export const rateLimitErasure: ErasureRule[] = untouched(
  'rate-limit counters, under hashed keys, for a day',
  'tries',
)
