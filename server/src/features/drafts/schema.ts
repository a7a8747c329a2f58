import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { partChecks, partColumns } from '#features/media/part-columns.ts'

/**
 * The published post keeps the id. One that edits a post has its id and the version that it is based on. `version`
 * grows with each change of the text. `notPublished` is a sentence. `mediaAlt` was written while there was no part to
 * describe.
 */
export const drafts = pgTable(
  'drafts',
  {
    id: uuid('id').primaryKey(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => people.id),
    version: integer('version').notNull().default(1),
    title: text('title').notNull(),
    /** Markdown. */
    content: text('content').notNull(),
    mediaAlt: text('media_alt').notNull(),
    opensAt: moment('opens_at'),
    sharing: text('sharing', { enum: ['off', 'title', 'teaser'] }),
    isMadeWithAi: boolean('is_made_with_ai').notNull().default(false),
    commentsOff: boolean('comments_off').notNull().default(false),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The collections that the post will be in; null for those that it is in. A deleted one is ignored. */
    collectionIds: uuid('collection_ids').array(),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    basedOn: integer('based_on'),
    publishAt: moment('publish_at'),
    notPublished: text('not_published'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('drafts_creator').on(table.creatorId, table.updatedAt),
    index('drafts_post').on(table.postId),
    index('drafts_due')
      .on(table.publishAt)
      .where(sql`publish_at is not null`),
    check('drafts_version_positive', sql`version > 0`),
    check('drafts_of_their_post', sql`post_id = id and based_on > 0 or post_id is null and based_on is null`),
    check('drafts_title_length', sql`char_length(title) <= 200`),
    check('drafts_content_length', sql`char_length(content) <= 20000`),
    check('drafts_media_alt_length', sql`char_length(media_alt) <= 1000`),
    check('drafts_sharing_known', sql`sharing in ('off', 'title', 'teaser')`),
    check('drafts_tags_count', sql`cardinality(tags) <= 10`),
    check('drafts_collections_count', sql`cardinality(collection_ids) <= 100`),
    check('drafts_waits_or_failed', sql`publish_at is null or not_published is null`),
  ],
)

export type DraftRow = typeof drafts.$inferSelect

/** The files of drafts. `uploadId` is the upload that a file came from. */
export const draftParts = pgTable(
  'draft_parts',
  {
    ...partColumns(),
    draftId: uuid('draft_id')
      .notNull()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    uploadId: text('upload_id'),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.draftId] }),
    index('draft_parts_draft').on(table.draftId, table.position),
    uniqueIndex('draft_parts_upload').on(table.uploadId),
    ...partChecks('draft_parts'),
  ],
)
