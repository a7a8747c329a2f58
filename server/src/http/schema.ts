import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/**
 * How often something was tried since `startedAt`. `key` is an HMAC: neither addresses nor accounts can be read here. An
 * unlogged table: a database that crashed has forgotten the tries of a quarter of an hour, and nothing else.
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
