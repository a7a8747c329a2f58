import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '../schema.ts'

/** Posts that a member wants to find again. They are not copies for offline use, see `saved_posts`. */
export const bookmarks = pgTable(
  'bookmarks',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.postId] }),
    index('bookmarks_post').on(table.postId),
  ],
)
