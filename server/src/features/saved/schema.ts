import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people, sessions } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'

/** Offline leases of posts, valid until `endsAt`. A lease ends with its session or its post. */
export const savedPosts = pgTable(
  'saved_posts',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    savedAt: moment('saved_at').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.postId] }),
    index('saved_posts_person').on(table.personId),
    index('saved_posts_post').on(table.postId),
    index('saved_posts_end').on(table.endsAt),
  ],
)
