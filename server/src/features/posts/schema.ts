import type { Block } from '@touchline/contract/formatted-text.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  bigint,
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
import { media } from '#features/media/schema.ts'

export const postStatuses = ['ready', 'processing', 'failed', 'removed', 'unpublished'] as const

/**
 * `status` follows the media item; `createdAt` is when members first saw the post. Until `opensAt` only members may
 * read it, afterwards everyone signed in. Moderators hide a post as `removed` until they put it back or erase it; an
 * `unpublished` one is a draft again, with its comments and likes. `version` grows with each saved edit.
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
    status: text('status', { enum: postStatuses }).notNull().default('ready'),
    version: integer('version').notNull().default(1),
    /** When members were last shown something else under this post. */
    editedAt: moment('edited_at'),
    isMadeWithAi: boolean('is_made_with_ai').notNull().default(false),
    commentsOff: boolean('comments_off').notNull().default(false),
    opensAt: moment('opens_at'),
    /** What strangers see; null: as the creator's setting says. */
    sharing: text('sharing', { enum: ['off', 'title', 'teaser'] }),
    /** Strangers may watch its video. */
    isClip: boolean('is_clip').notNull().default(false),
    isPremium: boolean('is_premium').notNull().default(true),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Set while the post stands above the feed. */
    pinnedAt: moment('pinned_at'),
    likesCount: integer('likes_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    viewsCount: integer('views_count').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    /**
     * A random number that triggers draw again with every change of the post and its files, except counters. Posts are
     * cached by it.
     */
    partsVersion: bigint('parts_version', { mode: 'number' })
      .notNull()
      .default(sql`floor(random() * 9007199254740991)::bigint`),
  },
  (table) => [
    // Status and creator are included so that pages are found by index-only scans.
    index('posts_newest').on(table.createdAt, table.id, table.status, table.creatorId),
    index('posts_creator').on(table.creatorId, table.createdAt, table.id),
    index('posts_pinned')
      .on(table.pinnedAt)
      .where(sql`pinned_at is not null`),
    uniqueIndex('posts_clip')
      .on(table.creatorId)
      .where(sql`is_clip`),
    check('posts_media_type_known', sql`media_type in ('image', 'video', 'audio', 'text')`),
    check('posts_text_has_content', sql`media_type <> 'text' or content <> ''`),
    check('posts_title_length', sql`char_length(title) between 1 and 200`),
    check('posts_content_length', sql`char_length(content) <= 20000`),
    check('posts_markdown_length', sql`char_length(markdown) <= 20000`),
    check('posts_formatted_whole', sql`(markdown is null) = (blocks is null)`),
    check('posts_status_known', sql`status in ('ready', 'processing', 'failed', 'removed', 'unpublished')`),
    check('posts_version_positive', sql`version > 0`),
    check('posts_sharing_known', sql`sharing in ('off', 'title', 'teaser')`),
    check('posts_clip_is_open_video', sql`not is_clip or (media_type = 'video' and opens_at is not null)`),
    check('posts_tags_count', sql`cardinality(tags) <= 10`),
    check('posts_counters_not_negative', sql`likes_count >= 0 and comments_count >= 0 and views_count >= 0`),
  ],
)

export type PostRow = typeof posts.$inferSelect

/** The files of posts. A picture that stands in the text is not part of the gallery. */
export const postParts = pgTable(
  'post_parts',
  {
    ...partColumns(),
    inText: boolean('in_text').notNull().default(false),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.postId] }),
    index('post_parts_post').on(table.postId, table.position),
    ...partChecks('post_parts'),
  ],
)

/** Files that an edit removed from a post. They can be restored for a while, and a viewer may finish watching. */
export const removedParts = pgTable(
  'removed_parts',
  {
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    name: text('name'),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.postId] }),
    index('removed_parts_post').on(table.postId),
    index('removed_parts_oldest').on(table.removedAt),
    check('removed_parts_name_length', sql`char_length(name) between 1 and 200`),
  ],
)

/** What a revision restores. `markdown` is null for a text without formatting. */
export type Snapshot = Pick<
  PostRow,
  'title' | 'content' | 'markdown' | 'sharing' | 'isMadeWithAi' | 'commentsOff'
> & {
  /** Missing in versions from before posts had tags. */
  tags?: string[]
  opensAt: string | null
  parts: { mediaId: string; alt: string | null }[]
  attachments: { mediaId: string; name: string }[]
}

/** The versions of a post that was edited, the first one included. `personId` saved it. */
export const postRevisions = pgTable(
  'post_revisions',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    personId: uuid('person_id').references(() => people.id),
    savedAt: moment('saved_at').notNull(),
    snapshot: jsonb('snapshot').$type<Snapshot>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.version] }),
    index('post_revisions_person').on(table.personId),
    check('post_revisions_version_positive', sql`version > 0`),
  ],
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

/** One view per person, post and day (UTC). Views outside the person's own history still count for the creator. */
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
    inHistory: boolean('in_history').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.personId, table.day] }),
    index('post_views_person').on(table.personId),
    // The latest viewers of a post are read from the end of this index.
    index('post_views_latest').on(table.postId, table.day, table.personId),
  ],
)
