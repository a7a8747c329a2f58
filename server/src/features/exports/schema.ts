import { sql } from 'drizzle-orm'
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/** Running and recent exports. A running export updates `aliveAt` every few seconds. */
export const exports = pgTable(
  'exports',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    startedAt: moment('started_at').notNull(),
    aliveAt: moment('alive_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('exports_person').on(table.personId, table.startedAt),
    uniqueIndex('exports_one_at_a_time')
      .on(table.personId)
      .where(sql`ended_at is null`),
  ],
)
