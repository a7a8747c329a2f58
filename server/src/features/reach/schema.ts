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

/** Seconds per day (UTC). Time until `reportedAt` is used up: no report can claim it again. */
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

/** Triggers insert a row for every write, so that two writers never wait for each other. */
export const reachChanges = pgTable('reach_changes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  postId: uuid('post_id').notNull(),
})

/** Precomputed reach of a post at `countedAt`: how many of the `members` had seen it, and the total watch time. */
export const postReaches = pgTable('post_reaches', {
  postId: uuid('post_id')
    .primaryKey()
    .references(() => posts.id, { onDelete: 'cascade' }),
  reached: integer('reached').notNull(),
  members: integer('members').notNull(),
  watchedSeconds: bigint('watched_seconds', { mode: 'number' }).notNull(),
  countedAt: moment('counted_at').notNull(),
})
