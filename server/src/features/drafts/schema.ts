import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { partChecks, partColumns } from '#features/media/part-columns.ts'

/** The published post keeps the id. `version` grows with each change of the text. `notPublished` is a sentence.
 * `mediaAlt` was written while there was no part to describe. */
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
    publishAt: moment('publish_at'),
    notPublished: text('not_published'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('drafts_creator').on(table.creatorId, table.updatedAt),
    index('drafts_due')
      .on(table.publishAt)
      .where(sql`publish_at is not null`),
    check('drafts_version_positive', sql`version > 0`),
    check('drafts_title_length', sql`char_length(title) <= 200`),
    check('drafts_content_length', sql`char_length(content) <= 20000`),
    check('drafts_media_alt_length', sql`char_length(media_alt) <= 1000`),
    check('drafts_sharing_known', sql`sharing in ('off', 'title', 'teaser')`),
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
    index('draft_parts_draft').on(table.draftId, table.position),
    uniqueIndex('draft_parts_upload').on(table.uploadId),
    ...partChecks('draft_parts'),
  ],
)
