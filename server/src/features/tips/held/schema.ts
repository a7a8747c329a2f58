import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { tips } from '../schema.ts'

/** Messages of tips that wait for approval. The tip itself has none until then. */
export const heldTipMessages = pgTable(
  'held_tip_messages',
  {
    tipId: uuid('tip_id')
      .primaryKey()
      .references(() => tips.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    message: text('message').notNull(),
    /** The watched words it contains. */
    words: text('words').array().notNull(),
    isOfNewMember: boolean('is_of_new_member').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('held_tip_messages_oldest').on(table.createdAt, table.tipId),
    index('held_tip_messages_person').on(table.personId),
    check('held_tip_messages_length', sql`char_length(message) between 1 and 500`),
  ],
)
