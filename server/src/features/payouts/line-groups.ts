import type { LineGroup } from '@touchline/contract/payouts.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { JournalKind } from '#features/ledger/schema.ts'

const groups = {
  subscription: 'subscriptions',
  tip: 'tips',
  refund: 'refunds',
  refund_failed: 'refunds',
  dispute: 'disputes',
  dispute_reversed: 'disputes',
  provider_fee: 'corrections',
  provider_payout: 'corrections',
  payout: 'payouts',
  payout_paid: 'payouts',
  payout_reversed: 'payouts',
} as const satisfies Record<JournalKind, LineGroup>

export const groupOf = (kind: JournalKind): LineGroup => groups[kind]

export const kindsOf = (group: LineGroup) =>
  Object.entries(groups).flatMap(([kind, its]) => (its === group ? [kind] : []))

/** Lines of a statement, or lines that are not on a statement yet. */
export type LineScope = { statementId: string } | 'running'

/** The lines of a scope as table `p`; both tables have the same columns. */
export const linesIn = (scope: LineScope): SQL =>
  scope === 'running'
    ? sql`(select journal_id, kind, occurred_at, amount_cents from payout_open_lines) p`
    : sql`(select journal_id, kind, occurred_at, amount_cents from payout_lines where statement_id = ${scope.statementId}) p`
