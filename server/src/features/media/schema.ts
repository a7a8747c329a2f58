import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * A picture, video or recording. The id is 128 random bits and the only name the outside knows; `sha256` (of the
 * file as it was uploaded) never leaves the server. `placeholder` is a thumbhash in base64.
 */
export const media = pgTable(
  'media',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['image', 'video', 'audio'] }).notNull(),
    mimeType: text('mime_type').notNull(),
    width: integer('width'),
    height: integer('height'),
    placeholder: text('placeholder'),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (table) => [
    index('media_created').on(table.createdAt),
    check('media_kind_known', sql`kind in ('image', 'video', 'audio')`),
    check('media_id_form', sql`id ~ '^[A-Za-z0-9_-]{22}$'`),
  ],
)

export type MediaRow = typeof media.$inferSelect

/** The stored files of a medium: `original`, or one per width. `key` is its name in the media store. */
export const mediaFiles = pgTable(
  'media_files',
  {
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    variant: text('variant').notNull(),
    key: text('key').notNull(),
    mimeType: text('mime_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    width: integer('width'),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.variant] }),
    check('media_files_bytes_some', sql`bytes > 0`),
  ],
)

export type MediaFileRow = typeof mediaFiles.$inferSelect
