import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '../schema.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The search index of posts: their words without case and accents, plus the columns for sorting, so that a search
 * reads no posts. Triggers keep it current.
 */
export const postWords = pgTable(
  'post_words',
  {
    postId: uuid('post_id')
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id').notNull(),
    status: text('status', { enum: ['ready', 'processing', 'failed', 'removed'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    words: tsvector('words').notNull(),
  },
  // Without fastupdate, because searches far outnumber new posts.
  (table) => [index('post_words_found').using('gin', table.words).with({ fastupdate: false })],
)

/**
 * The number of posts per creator, status and range of the feed, so that totals and deep pages need no full count. A
 * range starts at `fromAt` and ends where the next one starts. Triggers update the counts; the hourly recount rebuilds
 * the ranges.
 */
export const postCounts = pgTable(
  'post_counts',
  {
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['ready', 'processing', 'failed', 'removed'] }).notNull(),
    fromAt: moment('from_at')
      .notNull()
      .default(sql`'-infinity'`),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.status, table.fromAt] })],
)

/**
 * A person's position in the feed: the newest post they have seen, as a point in time that outlives the post, and the
 * post they stopped at.
 */
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
