import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { people, sessions } from '#features/accounts/schema.ts'
import { posts } from '#features/posts/schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/**
 * Posts that browsers keep for reading without a connection, each lent until `endsAt`. A lease hangs on the session it
 * was given to and on its post, and ends with either.
 */
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
