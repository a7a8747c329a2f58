import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'

/**
 * `inboxOf` is the creator whose answer is awaited; a comment with `removedAt` is only a stub.
 * `clientId` comes from the author's browser and makes sending idempotent.
 */
export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    replyToId: uuid('reply_to_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id'),
    content: text('content').notNull(),
    inboxOf: uuid('inbox_of').references(() => people.id, { onDelete: 'set null' }),
    answeredAt: moment('answered_at'),
    removedAt: moment('removed_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('comments_post').on(table.postId),
    index('comments_oldest')
      .on(table.postId, table.createdAt, table.id)
      .where(sql`reply_to_id is null`),
    index('comments_replies').on(table.replyToId, table.createdAt, table.id),
    uniqueIndex('comments_client').on(table.personId, table.clientId),
    index('comments_person').on(table.personId),
    index('comments_lately').using('brin', table.createdAt),
    index('comments_inbox')
      .on(table.inboxOf, table.createdAt, table.id)
      .where(sql`answered_at is null and removed_at is null`),
    index('comments_inbox_of').on(table.inboxOf),
    check('comments_content_length', sql`char_length(content) between 1 and 2000`),
  ],
)
