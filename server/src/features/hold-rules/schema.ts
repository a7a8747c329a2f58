import { sql } from 'drizzle-orm'
import { check, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'

/**
 * What holds a comment or the message of a tip back until a moderator approves it; at most one row. `firstComments` and
 * `youngDays` are about new members, and 0 turns them off.
 */
export const holdRules = pgTable(
  'hold_rules',
  {
    id: integer('id').primaryKey(),
    words: text('words').array().notNull(),
    firstComments: smallint('first_comments').notNull(),
    youngDays: smallint('young_days').notNull(),
    /** Grows with each change, so that two admins do not overwrite each other. */
    revision: integer('revision').notNull(),
  },
  () => [
    check('hold_rules_one_row', sql`id = 1`),
    check('hold_rules_numbers', sql`first_comments >= 0 and young_days >= 0 and revision >= 1`),
  ],
)
