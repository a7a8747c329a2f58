import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '../schema.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * What the search finds posts by: the words of title and text without case and accents, and beside them all it takes to
 * put what is found in order, so that finding hundreds opens no post. A trigger keeps it.
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
  // Posts are few and searches many: new words go to their place at once, not on a list to be searched as well.
  (table) => [index('post_words_found').using('gin', table.words).with({ fastupdate: false })],
)

/**
 * How many posts of each state a creator has in each stretch of the feed, so that nobody counts them all: neither for
 * their number nor for a page far back. A stretch begins at `fromAt` and ends where the next begins; the hourly recount
 * lays them, triggers keep the counts.
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
 * Where a person is in the feed: the newest post they have had on screen, by its place and not by its row, so that it
 * outlives the post; and the post they stopped at.
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
