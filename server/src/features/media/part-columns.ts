import { sql } from 'drizzle-orm'
import { check, smallint, text } from 'drizzle-orm/pg-core'
import { media } from './schema.ts'

/**
 * The columns of a part: a file of a post or draft. Parts that are shown and attachments, which have a `name`, are
 * numbered separately, each from 0 without gaps. A post and its drafts share their media.
 */
export const partColumns = () => ({
  mediaId: text('media_id')
    .notNull()
    .references(() => media.id),
  position: smallint('position').notNull(),
  alt: text('alt'),
  name: text('name'),
})

export const partChecks = (table: string) => [
  check(`${table}_position_known`, sql`position between 0 and 59`),
  check(`${table}_alt_length`, sql`char_length(alt) between 1 and 1000`),
  check(`${table}_name_length`, sql`char_length(name) between 1 and 200`),
  check(`${table}_alt_or_name`, sql`alt is null or name is null`),
]
