import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { people } from '#features/accounts/schema.ts'

/**
 * The books, append-only: one journal per movement of money at the provider, named by its balance transaction.
 * `sourceId` is the tip or membership it was paid for, `personId` who paid, `occurredAt` the provider's time.
 */
export const ledgerJournals = pgTable(
  'ledger_journals',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['subscription', 'tip'] }).notNull(),
    providerTxn: text('provider_txn').notNull(),
    sourceId: uuid('source_id').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    occurredAt: timestamp('occurred_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
    currency: text('currency').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_journals_provider_txn_key').on(table.providerTxn),
    index('ledger_journals_source').on(table.sourceId),
    index('ledger_journals_person').on(table.personId),
    index('ledger_journals_occurred').on(table.occurredAt),
    check('ledger_journals_kind_known', sql`kind in ('subscription', 'tip')`),
    check('ledger_journals_currency_form', sql`currency ~ '^[a-z]{3}$'`),
  ],
)

const accounts = [
  'provider_balance',
  'provider_fees',
  'creator_payable',
  'platform_revenue',
  'payout_clearing',
  'bank',
] as const

/** What a journal moves, in cents: debits are positive, credits negative, and each journal sums to zero. */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    journalId: uuid('journal_id')
      .notNull()
      .references(() => ledgerJournals.id),
    account: text('account', { enum: accounts }).notNull(),
    amountCents: integer('amount_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.journalId, table.account] }),
    index('ledger_lines_account').on(table.account),
    check(
      'ledger_lines_account_known',
      sql`account in ('provider_balance', 'provider_fees', 'creator_payable', 'platform_revenue', 'payout_clearing', 'bank')`,
    ),
    check('ledger_lines_amount_moves', sql`amount_cents <> 0`),
  ],
)

export type LedgerLine = typeof ledgerLines.$inferSelect
