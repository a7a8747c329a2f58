import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '../schema.ts'

/**
 * Files that are being sent in parts, for a day. `bytes` is how long the file will be; how much of it has arrived is
 * the length of its part on the disk. `postId` names the post it was published as: it can be published once.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('uploads_person').on(table.personId),
    index('uploads_post').on(table.postId),
    index('uploads_created').on(table.createdAt),
    check('uploads_bytes_some', sql`bytes > 0`),
    check('uploads_id_form', sql`id ~ '^[A-Za-z0-9_-]{22}$'`),
  ],
)
