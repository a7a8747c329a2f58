import { customType, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/accounts/schema.ts'

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The words of everybody's name and address, as a search compares them; follows people by a trigger. */
export const personWords = pgTable(
  'person_words',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    words: words('words').notNull(),
  },
  (table) => [
    index('person_words_newest').on(table.createdAt, table.personId),
    index('person_words_found').using('gin', table.words).with({ fastupdate: false }),
  ],
)

/** When everybody was here last, signed in, to a day; follows sessions by a trigger and outlives them. */
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
