import type { Block } from '@touchline/contract/formatted-text.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { partChecks, partColumns } from '#features/media/part-columns.ts'

/**
 * `status` follows the media item; `createdAt` is when members first saw the post. Until `opensAt` only members may
 * read it, afterwards everyone signed in. Moderators hide a post as `removed` until they put it back or erase it.
 */
export const posts = pgTable(
  'posts',
  {
    id: uuid('id').primaryKey(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => people.id),
    title: text('title'),
    content: text('content').notNull(),
    /** The source of a formatted text; `content` then has its words and `blocks` what is rendered. */
    markdown: text('markdown'),
    blocks: jsonb('blocks').$type<Block[]>(),
    mediaType: text('media_type', { enum: ['image', 'video', 'audio', 'text'] }).notNull(),
    status: text('status', { enum: ['ready', 'processing', 'failed', 'removed'] })
      .notNull()
      .default('ready'),
    opensAt: moment('opens_at'),
    /** What strangers see; null: as the creator's setting says. */
    sharing: text('sharing', { enum: ['off', 'title', 'teaser'] }),
    /** Strangers may watch its video. */
    isClip: boolean('is_clip').notNull().default(false),
    isPremium: boolean('is_premium').notNull().default(true),
    likesCount: integer('likes_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    viewsCount: integer('views_count').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    // Status and creator are included so that pages are found by index-only scans.
    index('posts_newest').on(table.createdAt, table.id, table.status, table.creatorId),
    index('posts_creator').on(table.creatorId, table.createdAt, table.id),
    uniqueIndex('posts_clip')
      .on(table.creatorId)
      .where(sql`is_clip`),
    check('posts_media_type_known', sql`media_type in ('image', 'video', 'audio', 'text')`),
    check('posts_text_has_content', sql`media_type <> 'text' or content <> ''`),
    check('posts_title_length', sql`char_length(title) between 1 and 200`),
    check('posts_content_length', sql`char_length(content) <= 20000`),
    check('posts_markdown_length', sql`char_length(markdown) <= 20000`),
    check('posts_formatted_whole', sql`(markdown is null) = (blocks is null)`),
    check('posts_status_known', sql`status in ('ready', 'processing', 'failed', 'removed')`),
    check('posts_sharing_known', sql`sharing in ('off', 'title', 'teaser')`),
    check('posts_clip_is_open_video', sql`not is_clip or (media_type = 'video' and opens_at is not null)`),
    check('posts_counters_not_negative', sql`likes_count >= 0 and comments_count >= 0 and views_count >= 0`),
  ],
)

export type PostRow = typeof posts.$inferSelect

/** The files of posts. */
export const postParts = pgTable(
  'post_parts',
  {
    ...partColumns(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('post_parts_post').on(table.postId, table.position), ...partChecks('post_parts')],
)

export const isFirstPart = and(
  eq(postParts.postId, posts.id),
  eq(postParts.position, 0),
  isNull(postParts.name),
)

export const likes = pgTable(
  'likes',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.personId] }),
    index('likes_person').on(table.personId),
    // Serves queries over recent weeks; BRIN makes inserts nearly free.
    index('likes_lately').using('brin', table.createdAt),
  ],
)

/** One view per person, post and day (UTC). */
export const postViews = pgTable(
  'post_views',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.personId, table.day] }),
    index('post_views_person').on(table.personId),
    // The latest viewers of a post are read from the end of this index.
    index('post_views_latest').on(table.postId, table.day, table.personId),
  ],
)
