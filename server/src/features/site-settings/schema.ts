import type { SettingName } from '@touchline/contract/site-settings.ts'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/** The published versions of the site's settings, which are never changed, and the draft of the next one. */
export const siteVersions = pgTable(
  'site_versions',
  {
    /** The draft gets a new one with every save. */
    id: uuid('id').primaryKey(),
    /** From 1 on, in the order of publication; null for the draft. */
    number: integer('number').unique(),
    /** What differs from the defaults. */
    settings: jsonb('settings').notNull(),
    /** What differs from the version before; empty for the draft. */
    changed: text('changed').array().$type<SettingName[]>().notNull(),
    /** The earlier version that this one repeats; 0 is the defaults. */
    restored: integer('restored'),
    byId: uuid('by_id').references(() => people.id),
    at: moment('at').notNull(),
  },
  (table) => [
    uniqueIndex('site_versions_one_draft')
      .on(sql`(${table.number} is null)`)
      .where(sql`${table.number} is null`),
    check('site_versions_number_positive', sql`number > 0`),
    check('site_versions_settings_object', sql`jsonb_typeof(settings) = 'object'`),
    check('site_versions_restored_earlier', sql`restored >= 0 and restored < number`),
  ],
)
