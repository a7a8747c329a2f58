import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { legalTexts } from './legal-texts.ts'

const names = sql.raw(legalTexts.map((name) => `'${name}'`).join(', '))

/** Every version of the legal texts, append-only. The server adds a version at startup when a text has changed. */
export const textVersions = pgTable(
  'text_versions',
  {
    name: text('name', { enum: legalTexts }).notNull(),
    version: integer('version').notNull(),
    /** SHA-256 of the body. */
    hash: text('hash').notNull(),
    body: text('body').notNull(),
    since: moment('since').notNull(),
    /** When members were notified. The first version of a text is not announced. */
    announcedAt: moment('announced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.version] }),
    check('text_versions_name_known', sql`name in (${names})`),
    check('text_versions_version_positive', sql`version > 0`),
    check('text_versions_hash_length', sql`length(hash) = 64`),
    check('text_versions_body_length', sql`length(body) between 1 and 1000000`),
  ],
)

/** Append-only, except that rows of erased people are deleted after AGREEMENT_DAYS. */
export const agreements = pgTable(
  'agreements',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    textName: text('text_name', { enum: legalTexts }).notNull(),
    textVersion: integer('text_version').notNull(),
    screen: text('screen', { enum: ['signup', 'subscribe', 'invitation'] }).notNull(),
    agreedAt: moment('agreed_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'agreements_text_fk',
      columns: [table.textName, table.textVersion],
      foreignColumns: [textVersions.name, textVersions.version],
    }),
    index('agreements_person').on(table.personId, table.agreedAt),
    index('agreements_text').on(table.textName, table.textVersion),
    check('agreements_screen_known', sql`screen in ('signup', 'subscribe', 'invitation')`),
  ],
)
