import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/** Contact messages, open until answered or closed. Ids are in the order of arrival. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    isOpen: boolean('is_open').notNull().default(true),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('contact_messages_created').on(table.createdAt, table.id),
    index('contact_messages_state').on(table.isOpen, table.id),
    index('contact_messages_email').on(table.email, table.id),
    check('contact_messages_length', sql`char_length(message) <= 5000`),
  ],
)

/** Answers to contact messages. `clientId` comes from the admin's browser and prevents duplicate emails. */
export const contactAnswers = pgTable(
  'contact_answers',
  {
    id: uuid('id').primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').references(() => people.id, { onDelete: 'set null' }),
    clientId: uuid('client_id').notNull(),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('contact_answers_client').on(table.clientId),
    index('contact_answers_message').on(table.messageId, table.id),
    index('contact_answers_author').on(table.authorId),
    check('contact_answers_length', sql`char_length(text) between 1 and 5000`),
  ],
)
