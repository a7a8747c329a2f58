import { sourceKinds } from '@touchline/contract/sources.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
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
import { pendingSignups } from '#features/people/signup-schema.ts'

const kindNames = sql.raw(sourceKinds.map((kind) => `'${kind}'`).join(', '))

/** Visits per day (UTC) and source. No row belongs to a person. */
export const sourceVisits = pgTable(
  'source_visits',
  {
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: sourceKinds }).notNull(),
    value: text('value').notNull(),
    visits: integer('visits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.kind, table.value] }),
    check('source_visits_kind_known', sql`kind in (${kindNames})`),
    check('source_visits_value_length', sql`char_length(value) <= 300`),
    check('source_visits_counted', sql`visits > 0`),
  ],
)

/** Where a signup came from: its first start decides. It belongs to the person once the signup is completed. */
export const memberSources = pgTable(
  'member_sources',
  {
    id: uuid('id').primaryKey(),
    signupId: uuid('signup_id').references(() => pendingSignups.id, { onDelete: 'cascade' }),
    personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
    campaign: text('campaign'),
    /** The host of the page that linked here; empty when there was none. */
    referrer: text('referrer').notNull(),
    teaser: text('teaser'),
    gate: text('gate'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('member_sources_signup_key').on(table.signupId),
    uniqueIndex('member_sources_person_key').on(table.personId),
    index('member_sources_campaign').on(table.campaign),
    index('member_sources_referrer').on(table.referrer),
    index('member_sources_teaser').on(table.teaser),
    index('member_sources_gate').on(table.gate),
    check('member_sources_whose', sql`(signup_id is null) <> (person_id is null)`),
    check(
      'member_sources_lengths',
      sql`char_length(campaign) <= 300 and char_length(referrer) <= 300 and char_length(teaser) <= 300 and char_length(gate) <= 300`,
    ),
  ],
)
