import type { Line, Payout, Statement } from '@touchline/contract/payouts.ts'
import { groupOf } from './line-groups.ts'
import type { Payout as PayoutRow, PayoutStatement } from './schema.ts'
import type { LineRow } from './statement-lines.ts'

export const toPayout = ({ approvedAt, settledAt, ...payout }: PayoutRow): Payout => ({
  ...payout,
  approvedAt: approvedAt.toISOString(),
  settledAt: settledAt?.toISOString() ?? null,
})

/** Converts a statement with its latest payout. `newestId` is the statement that can be approved. */
export function toStatement(
  { closedAt, ...statement }: PayoutStatement,
  { payouts, newestId }: { payouts: readonly PayoutRow[]; newestId: string | null },
): Statement {
  const payout = payouts.find(({ statementId }) => statementId === statement.id)
  return {
    ...statement,
    closedAt: closedAt.toISOString(),
    isApprovable: statement.id === newestId && statement.state === 'closed' && statement.payableCents > 0,
    payout: payout ? toPayout(payout) : null,
  }
}

export const toLine = ({ occurredAt, ...line }: LineRow): Line => ({
  ...line,
  group: groupOf(line.kind),
  occurredAt: occurredAt.toISOString(),
})
