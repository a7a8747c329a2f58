import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { type JournalKind, journalKinds, ledgerJournals } from '#features/ledger/schema.ts'

const quoted = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '))

/**
 * Amounts are in cents; only the state of a closed statement changes. `closing` = `opening` + the sum of its lines.
 * `held` is too recent, unavailable or disputed. Unpaid when the next month closes, it is `carried` into it.
 */
export const payoutStatements = pgTable(
  'payout_statements',
  {
    id: uuid('id').primaryKey(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => people.id),
    /** The first day of the month, UTC. */
    month: date('month', { mode: 'string' }).notNull(),
    openingCents: bigint('opening_cents', { mode: 'number' }).notNull(),
    closingCents: bigint('closing_cents', { mode: 'number' }).notNull(),
    heldCents: bigint('held_cents', { mode: 'number' }).notNull(),
    payableCents: bigint('payable_cents', { mode: 'number' }).notNull(),
    state: text('state', {
      enum: ['closed', 'approved', 'sending', 'paid', 'reversed', 'carried'],
    }).notNull(),
    closedAt: moment('closed_at').notNull(),
  },
  (table) => [
    uniqueIndex('payout_statements_month_key').on(table.creatorId, table.month),
    check('payout_statements_month_first', sql`extract(day from month) = 1`),
    check('payout_statements_payable', sql`payable_cents >= 0 and held_cents >= 0`),
    check(
      'payout_statements_state_known',
      sql`state in ('closed', 'approved', 'sending', 'paid', 'reversed', 'carried')`,
    ),
  ],
)
export type PayoutStatement = typeof payoutStatements.$inferSelect

/** Each creator share is on exactly one statement. Kind and time are copied: one index serves paging and sums. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    journalId: uuid('journal_id')
      .notNull()
      .references(() => ledgerJournals.id),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => payoutStatements.id),
    kind: text('kind').$type<JournalKind>().notNull(),
    occurredAt: moment('occurred_at').notNull(),
    amountCents: integer('amount_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.journalId] }),
    index('payout_lines_statement').on(
      table.statementId,
      table.occurredAt,
      table.journalId,
      table.kind,
      table.amountCents,
    ),
    check('payout_lines_kind_known', sql`kind in (${quoted(journalKinds)})`),
    check('payout_lines_amount_moves', sql`amount_cents <> 0`),
  ],
)

/** The lines without a statement yet. Triggers on the ledger and on `payout_lines` insert and delete them. */
export const payoutOpenLines = pgTable(
  'payout_open_lines',
  {
    journalId: uuid('journal_id')
      .primaryKey()
      .references(() => ledgerJournals.id),
    kind: text('kind').$type<JournalKind>().notNull(),
    occurredAt: moment('occurred_at').notNull(),
    amountCents: integer('amount_cents').notNull(),
  },
  (table) => [
    index('payout_open_lines_occurred').on(table.occurredAt, table.journalId, table.kind, table.amountCents),
    check('payout_open_lines_kind_known', sql`kind in (${quoted(journalKinds)})`),
    check('payout_open_lines_amount_moves', sql`amount_cents <> 0`),
  ],
)

/**
 * Saved before the provider is called. The idempotency key is the id, with `attempt` after a refusal, because
 * the provider repeats a refusal for the same key. `reference` is entered for a payout by hand.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: uuid('id').primaryKey(),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => payoutStatements.id),
    amountCents: integer('amount_cents').notNull(),
    method: text('method', { enum: ['transfer', 'manual'] }).notNull(),
    /** The transfer account at the provider. */
    destination: text('destination'),
    transferId: text('transfer_id'),
    attempt: integer('attempt').notNull().default(1),
    reference: text('reference'),
    state: text('state', { enum: ['approved', 'sending', 'paid', 'failed', 'reversed'] }).notNull(),
    lastError: text('last_error'),
    approvedBy: uuid('approved_by')
      .notNull()
      .references(() => people.id),
    approvedAt: moment('approved_at').notNull(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    uniqueIndex('payouts_one_live')
      .on(table.statementId)
      .where(sql`state in ('approved', 'sending', 'paid')`),
    uniqueIndex('payouts_transfer_key').on(table.transferId),
    index('payouts_statement').on(table.statementId),
    index('payouts_approver').on(table.approvedBy),
    check('payouts_amount_positive', sql`amount_cents > 0`),
    check('payouts_method_known', sql`method in ('transfer', 'manual')`),
    check('payouts_state_known', sql`state in ('approved', 'sending', 'paid', 'failed', 'reversed')`),
    check('payouts_reference_length', sql`length(reference) between 1 and 200`),
  ],
)
export type Payout = typeof payouts.$inferSelect

/** The transfer account of a creator. Without a row payouts are sent by hand. */
export const payoutAccounts = pgTable('payout_accounts', {
  creatorId: uuid('creator_id')
    .primaryKey()
    .references(() => people.id),
  accountId: text('account_id').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
