import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, tsvector } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts, postStatuses } from '../schema.ts'

/** Words without case and accents, and the sort columns: a search reads no posts. Triggers keep them current. */
export const postWords = pgTable(
  'post_words',
  {
    postId: uuid('post_id')
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id').notNull(),
    status: text('status', { enum: postStatuses }).notNull(),
    createdAt: moment('created_at').notNull(),
    words: tsvector('words').notNull(),
  },
  // Without fastupdate, because searches far outnumber new posts.
  (table) => [index('post_words_found').using('gin', table.words).with({ fastupdate: false })],
)

/** Spares totals and deep pages a full count. A range ends where the next starts; an hourly recount rebuilds them. */
export const postCounts = pgTable(
  'post_counts',
  {
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    status: text('status', { enum: postStatuses }).notNull(),
    fromAt: moment('from_at')
      .notNull()
      .default(sql`'-infinity'`),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.status, table.fromAt] })],
)

/** The newest post seen, as a point in time that outlives the post, and the post they stopped at. */
export const feedMarks = pgTable(
  'feed_marks',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    seenAt: moment('seen_at').notNull(),
    seenId: uuid('seen_id').notNull(),
    stoppedId: uuid('stopped_id').references(() => posts.id, { onDelete: 'set null' }),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('feed_marks_stopped').on(table.stoppedId)],
)
