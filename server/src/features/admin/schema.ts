import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/** The day of each person's last signed-in visit. A trigger on `sessions` maintains it; it outlives the sessions. */
export const personVisits = pgTable(
  'person_visits',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [index('person_visits_last').on(table.lastSeenAt)],
)
