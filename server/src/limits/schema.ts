import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { type ErasureRule, untouched } from '#db/erasure-rule.ts'

/** `key` is an HMAC, so addresses cannot be read here. Unlogged: a crash only loses counts of the last minutes. */
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
