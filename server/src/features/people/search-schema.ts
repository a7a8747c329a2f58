import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment, tsvector } from '#db/columns.ts'
import { people } from './schema.ts'

/** Search words from each person's name and email address. A trigger keeps them in sync with `people`. */
export const personWords = pgTable(
  'person_words',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    index('person_words_newest').on(table.createdAt, table.personId),
    index('person_words_found').using('gin', table.words).with({ fastupdate: false }),
  ],
)
