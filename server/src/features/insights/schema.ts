import { type MovementKind, movementKinds } from '@touchline/contract/insights.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { type JournalKind, journalKinds } from '#features/ledger/schema.ts'

const quoted = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '))
const cents = (name: string) => bigint(name, { mode: 'number' })

/**
 * Days of which something was written since they were counted; triggers on the books and on the movements of memberships
 * add to it. A row for every writing, so that two writers never wait for each other.
 */
export const insightChanges = pgTable(
  'insight_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    source: text('source', { enum: ['money', 'members'] }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
  },
  () => [check('insight_changes_source_known', sql`source in ('money', 'members')`)],
)

/** One row: when the days were counted last; what was written by then and committed is in them. */
export const insightCounting = pgTable(
  'insight_counting',
  {
    isIt: boolean('is_it').primaryKey(),
    countedAt: moment('counted_at').notNull(),
  },
  () => [check('insight_counting_one_row', sql`is_it`)],
)

/**
 * The books of a day (UTC), counted ahead: of each kind of journal how many, what members paid or got back (got back is
 * negative), and the creator's part of it. Only money of members has days: payouts and the provider's own fees are not
 * revenue, and no row is of them.
 */
export const insightMoneyDays = pgTable(
  'insight_money_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').$type<JournalKind>().notNull(),
    count: integer('count').notNull(),
    grossCents: cents('gross_cents').notNull(),
    creatorCents: cents('creator_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.kind] }),
    check('insight_money_days_kind_known', sql`kind in (${quoted(journalKinds)})`),
  ],
)

/**
 * The movements of memberships of a day (UTC), counted ahead, by the month in which their people first joined:
 * how many, by how many members and by how many cents a month the club grew.
 */
export const insightMemberDays = pgTable(
  'insight_member_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').$type<MovementKind>().notNull(),
    joinedMonth: date('joined_month', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
    members: integer('members').notNull(),
    cents: cents('cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.kind, table.joinedMonth] }),
    check('insight_member_days_kind_known', sql`kind in (${quoted(movementKinds)})`),
  ],
)
