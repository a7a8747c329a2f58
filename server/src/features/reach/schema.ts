import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'

/**
 * For how long somebody has played the film or recording of a post on a day (UTC). Until `reportedAt` the time that has
 * passed is used up: no report can claim it again.
 */
export const postWatches = pgTable(
  'post_watches',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    seconds: integer('seconds').notNull(),
    reportedAt: moment('reported_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.personId, table.day] }),
    index('post_watches_person').on(table.personId),
    check('post_watches_seconds_of_a_day', sql`seconds between 0 and 86400`),
  ],
)

/**
 * Posts somebody has seen or watched since they were counted; triggers on views and watch time add to it. A row for every
 * writing, so that two writers never wait for each other.
 */
export const reachChanges = pgTable('reach_changes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  postId: uuid('post_id').notNull(),
})

/**
 * Counted ahead, at `countedAt`: who of the `members` there were then had seen a post, and how long it was played by
 * everybody together.
 */
export const postReaches = pgTable('post_reaches', {
  postId: uuid('post_id')
    .primaryKey()
    .references(() => posts.id, { onDelete: 'cascade' }),
  reached: integer('reached').notNull(),
  members: integer('members').notNull(),
  watchedSeconds: bigint('watched_seconds', { mode: 'number' }).notNull(),
  countedAt: moment('counted_at').notNull(),
})
