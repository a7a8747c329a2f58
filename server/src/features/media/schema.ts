import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/**
 * The id is 128 random bits and the only public name; `sha256` never leaves the server. `placeholder` is a thumbhash
 * in base64, `waveform` the loudness over time, 0 to 100. `work` is pending, `problem` a sentence.
 */
export const media = pgTable(
  'media',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['image', 'video', 'audio', 'file'] }).notNull(),
    mimeType: text('mime_type').notNull(),
    status: text('status', { enum: ['ready', 'processing', 'failed'] })
      .notNull()
      .default('ready'),
    work: text('work', { enum: ['prepare', 'stream'] }),
    lane: text('lane', { enum: ['quick', 'medium', 'sizes', 'long'] })
      .notNull()
      .default('quick'),
    ownerId: uuid('owner_id'),
    attempts: smallint('tries').notNull().default(0),
    problem: text('problem'),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    waveform: smallint('waveform').array(),
    placeholder: text('placeholder'),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('media_created').on(table.createdAt),
    index('media_work')
      .on(table.work)
      .where(sql`work is not null`),
    check('media_work_known', sql`work in ('prepare', 'stream')`),
    check('media_lane_known', sql`lane in ('quick', 'medium', 'sizes', 'long')`),
    check('media_kind_known', sql`kind in ('image', 'video', 'audio', 'file')`),
    check('media_status_known', sql`status in ('ready', 'processing', 'failed')`),
    check('media_id_form', sql`id ~ '^[A-Za-z0-9_-]{22}$'`),
  ],
)

export type MediaRow = typeof media.$inferSelect

/**
 * `role`: `source` is the upload, never served; `whole` a video or recording in one file; `size` and `poster` one
 * width each. `key` names the file in storage; a `sealed` file is in this row, encrypted with the site's secret.
 */
export const mediaFiles = pgTable(
  'media_files',
  {
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    variant: text('variant').notNull(),
    role: text('role', {
      enum: ['source', 'whole', 'size', 'poster', 'strip', 'stream', 'captions', 'attachment'],
    }).notNull(),
    key: text('key').notNull(),
    mimeType: text('mime_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    width: integer('width'),
    sealed: text('sealed'),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.variant] }),
    check('media_files_bytes_some', sql`bytes > 0`),
    check(
      'media_files_role_known',
      sql`role in ('source', 'whole', 'size', 'poster', 'strip', 'stream', 'captions', 'attachment')`,
    ),
  ],
)

export type MediaFileRow = typeof mediaFiles.$inferSelect
