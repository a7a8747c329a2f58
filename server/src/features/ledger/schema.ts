import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
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

/** Journal kinds. `ownKinds` have no balance transaction at the provider. */
export const journalKinds = [
  'subscription',
  'tip',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_reversed',
  'provider_fee',
  'provider_payout',
  'payout',
  'payout_paid',
  'payout_reversed',
] as const
export type JournalKind = (typeof journalKinds)[number]

const quoted = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '))

const ownKinds = ['payout', 'payout_paid', 'payout_reversed'] as const

/**
 * Append-only, one journal per movement of money. `providerTxn` is the provider's balance transaction;
 * payout journals have `sourceId` instead. `personId` is the payer or payee, `occurredAt` the provider's time.
 */
export const ledgerJournals = pgTable(
  'ledger_journals',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: journalKinds }).notNull(),
    providerTxn: text('provider_txn'),
    sourceId: uuid('source_id'),
    personId: uuid('person_id').references(() => people.id),
    /** The journal of the payment that this one reverses or restores. */
    paymentJournalId: uuid('payment_journal_id').references((): AnyPgColumn => ledgerJournals.id),
    /** The creator's share of this payment in basis points. */
    shareBasisPoints: integer('share_basis_points'),
    occurredAt: moment('occurred_at').notNull(),
    /** When the money becomes available at the provider; null when unknown. */
    availableAt: moment('available_at'),
    currency: text('currency').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_journals_provider_txn_key').on(table.providerTxn),
    uniqueIndex('ledger_journals_own_key')
      .on(table.kind, table.sourceId)
      .where(sql`provider_txn is null`),
    index('ledger_journals_source').on(table.sourceId),
    index('ledger_journals_person').on(table.personId),
    index('ledger_journals_occurred').on(table.occurredAt),
    index('ledger_journals_payment').on(table.paymentJournalId),
    index('ledger_journals_payments')
      .on(table.occurredAt, table.id)
      .where(sql`kind in ('subscription', 'tip')`),
    index('ledger_journals_available')
      .on(table.availableAt)
      .where(sql`kind in ('subscription', 'tip')`),
    check('ledger_journals_kind_known', sql`kind in (${quoted(journalKinds)})`),
    check(
      'ledger_journals_named',
      sql`provider_txn is not null or (kind in (${quoted(ownKinds)}) and source_id is not null)`,
    ),
    check(
      'ledger_journals_share_of_payments',
      sql`(kind in ('subscription', 'tip')) = (share_basis_points is not null)`,
    ),
    check('ledger_journals_share_range', sql`share_basis_points between 0 and 10000`),
    check('ledger_journals_currency_form', sql`currency ~ '^[a-z]{3}$'`),
  ],
)
export type LedgerJournal = typeof ledgerJournals.$inferSelect

export const accounts = [
  'provider_balance',
  'provider_fees',
  'creator_payable',
  'platform_revenue',
  'payout_clearing',
  'bank',
] as const

/** Journal lines in cents: debits are positive, credits negative, and each journal sums to zero. */
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
    check('ledger_lines_account_known', sql`account in (${quoted(accounts)})`),
    check('ledger_lines_amount_moves', sql`amount_cents <> 0`),
  ],
)

export type LedgerAccount = (typeof accounts)[number]

/**
 * Append-only: a row applies from `effectiveAt` on, and a payment is booked with the terms of its own time.
 * `changedBy` is null for the first terms and for those of the configuration.
 */
export const ledgerTerms = pgTable(
  'ledger_terms',
  {
    id: uuid('id').primaryKey(),
    effectiveAt: moment('effective_at').notNull(),
    subscriptionShareBasisPoints: integer('subscription_share_basis_points').notNull(),
    tipShareBasisPoints: integer('tip_share_basis_points').notNull(),
    /** Days a payment is held before it is paid out. */
    holdDays: integer('hold_days').notNull(),
    /** Days a member keeps access while a renewal is unpaid. */
    graceDays: integer('grace_days').notNull(),
    changedBy: uuid('changed_by').references(() => people.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_terms_effective_key').on(table.effectiveAt),
    check('ledger_terms_subscription_share_range', sql`subscription_share_basis_points between 0 and 10000`),
    check('ledger_terms_tip_share_range', sql`tip_share_basis_points between 0 and 10000`),
    check('ledger_terms_hold_range', sql`hold_days between 0 and 90`),
    check('ledger_terms_grace_range', sql`grace_days between 0 and 60`),
  ],
)
export type Terms = typeof ledgerTerms.$inferSelect

/** Disputes as the provider last reported them. An open dispute blocks tips and holds payouts back. */
export const ledgerDisputes = pgTable(
  'ledger_disputes',
  {
    id: text('id').primaryKey(),
    paymentIntentId: text('payment_intent_id').notNull(),
    /** The balance transaction of the disputed payment, which identifies its journal. */
    paymentTxn: text('payment_txn'),
    personId: uuid('person_id').references(() => people.id),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull(),
    /** The provider's status, unchanged. */
    status: text('status').notNull(),
    openedAt: moment('opened_at').notNull(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    index('ledger_disputes_person').on(table.personId),
    index('ledger_disputes_open')
      .on(table.openedAt)
      .where(sql`closed_at is null`),
    check('ledger_disputes_amount_positive', sql`amount_cents > 0`),
  ],
)

/**
 * Only refunds requested here, each saved before the provider is called. `number` is part of the idempotency key;
 * it grows when the provider repeats a failure. `pressKey` identifies the submission.
 */
export const ledgerRefunds = pgTable(
  'ledger_refunds',
  {
    id: uuid('id').primaryKey(),
    paymentJournalId: uuid('payment_journal_id')
      .notNull()
      .references(() => ledgerJournals.id),
    number: integer('number').notNull(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason'),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => people.id),
    pressKey: text('press_key'),
    state: text('state', { enum: ['asked', 'sent', 'refused'] }).notNull(),
    refundId: text('refund_id'),
    /** The journal of the refund; null until it is booked, and when no money moved. */
    journalId: uuid('journal_id').references(() => ledgerJournals.id),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
    /** When it was last retried; null before the first retry. */
    triedAgainAt: moment('tried_again_at'),
    settledAt: moment('settled_at'),
  },
  (table) => [
    uniqueIndex('ledger_refunds_number_key').on(table.paymentJournalId, table.number),
    uniqueIndex('ledger_refunds_press_key').on(table.askedBy, table.pressKey),
    uniqueIndex('ledger_refunds_one_asked')
      .on(table.paymentJournalId)
      .where(sql`state = 'asked'`),
    index('ledger_refunds_asked')
      .on(table.triedAgainAt.asc().nullsFirst(), table.createdAt)
      .where(sql`state = 'asked'`),
    check('ledger_refunds_amount_positive', sql`amount_cents > 0 and number > 0`),
    check('ledger_refunds_state_known', sql`state in ('asked', 'sent', 'refused')`),
    check('ledger_refunds_settled', sql`(state = 'asked') = (settled_at is null)`),
    check(
      'ledger_refunds_text_length',
      sql`length(reason) <= 200 and length(press_key) between 1 and 200 and length(last_error) <= 500`,
    ),
  ],
)
export type OwnerRefund = typeof ledgerRefunds.$inferSelect
