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

/** The days to recount. Triggers insert a row for every write, so that two writers never wait for each other. */
export const insightChanges = pgTable(
  'insight_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    source: text('source', { enum: ['money', 'members'] }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
  },
  () => [check('insight_changes_source_known', sql`source in ('money', 'members')`)],
)

/** A single row: the time of the last count, which covers everything committed before it. */
export const insightCounting = pgTable(
  'insight_counting',
  {
    isIt: boolean('is_it').primaryKey(),
    countedAt: moment('counted_at').notNull(),
  },
  () => [check('insight_counting_one_row', sql`is_it`)],
)

/** Sums by day (UTC) and kind; refunds are negative. Payouts and the provider's own fees are not revenue. */
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

/** By day (UTC), kind and the month the members first joined. */
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
