import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/** In force while `endedAt` is null and `until` lies ahead. `endedAt`: lifted, or replaced by another. */
export const silences = pgTable(
  'silences',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    byId: uuid('by_id').references(() => people.id, { onDelete: 'set null' }),
    reason: text('reason').notNull(),
    startedAt: moment('started_at').notNull(),
    until: moment('until').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('silences_one_open')
      .on(table.personId)
      .where(sql`ended_at is null`),
    index('silences_person').on(table.personId, table.startedAt),
    index('silences_open')
      .on(table.until, table.id)
      .where(sql`ended_at is null`),
    index('silences_by').on(table.byId),
    check('silences_reason_length', sql`char_length(reason) between 1 and 500`),
    check('silences_end_after_start', sql`until > started_at`),
  ],
)
export type SilenceRow = typeof silences.$inferSelect
