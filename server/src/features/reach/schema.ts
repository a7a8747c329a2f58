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
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { media } from '#features/media/schema.ts'
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

/**
 * Where a person stopped in a post: the seconds of the film or recording that they played last, or the percentage of
 * the text that they read. 0 means that they finished it or went back to the start; the row then stays for a while,
 * because a report from an offline device may be older.
 */
export const playbackPositions = pgTable(
  'playback_positions',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    mediaId: text('media_id').references(() => media.id, { onDelete: 'cascade' }),
    seconds: integer('seconds').notNull(),
    percent: smallint('percent'),
    playedAt: moment('played_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.postId] }),
    index('playback_positions_post').on(table.postId),
    index('playback_positions_media').on(table.mediaId),
    check('playback_positions_seconds', sql`seconds between 0 and 1000000`),
    check('playback_positions_percent', sql`percent between 0 and 99`),
    check(
      'playback_positions_film_or_text',
      sql`(media_id is null) = (percent is not null) and (percent is null or seconds = 0)`,
    ),
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
