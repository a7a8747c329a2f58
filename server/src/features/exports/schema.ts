import { sql } from 'drizzle-orm'
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/** Who exports their data and who did lately. One that is running says every few seconds that it still is (`aliveAt`). */
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
