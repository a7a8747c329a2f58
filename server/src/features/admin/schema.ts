import { customType, index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { people } from '#features/accounts/schema.ts'

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The words of everybody's name and address, as a search compares them; follows people by a trigger. */
export const personWords = pgTable(
  'person_words',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
    words: words('words').notNull(),
  },
  (table) => [
    index('person_words_newest').on(table.createdAt, table.personId),
    index('person_words_found').using('gin', table.words).with({ fastupdate: false }),
  ],
)
