import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '../schema.ts'

/** Rows are deleted after a day. `bytes` is the full length; the part on disk has what was received. */
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
