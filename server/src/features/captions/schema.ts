import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, tsvector } from '#db/columns.ts'
import { mediaFiles } from '#features/media/schema.ts'

/**
 * What captions say, for the search; they go with their file. `createdAt` is that of the media item. A file without
 * words has one row without text, which says that it was read.
 */
export const captionCues = pgTable(
  'caption_cues',
  {
    mediaId: text('media_id').notNull(),
    variant: text('variant').notNull(),
    number: integer('number').notNull(),
    seconds: integer('seconds').notNull(),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.variant, table.number] }),
    foreignKey({
      name: 'caption_cues_file',
      columns: [table.mediaId, table.variant],
      foreignColumns: [mediaFiles.mediaId, mediaFiles.variant],
    }).onDelete('cascade'),
    index('caption_cues_newest').on(
      table.createdAt.desc().nullsFirst(),
      table.mediaId,
      table.variant,
      table.number,
    ),
    index('caption_cues_found').using('gin', table.words).with({ fastupdate: false }),
  ],
)
