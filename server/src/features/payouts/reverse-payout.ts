import { recordAct } from '#features/audit/record-act.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { resolveAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { movePayout, lockWaitingPayout } from './payout-state.ts'
import { newestStatement } from './queries.ts'
import type { Payout } from './schema.ts'

/** Makes the money payable again, from the newest statement or the next. Throws 404, and 409 once it was sent. */
export async function reversePayout(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { statementId, by }: { statementId: string; by: string },
): Promise<Payout> {
  return db.transaction(async (tx) => {
    const held = await lockWaitingPayout(tx, statementId)
    const { payout, statement } = held
    const newest = await newestStatement(tx, statement.creatorId)
    const now = clock.now()
    const reversed = await movePayout(
      tx,
      held,
      { state: 'failed', settledAt: now },
      newest?.id === statement.id ? 'closed' : 'carried',
    )
    await writeJournal(tx, {
      kind: 'payout_reversed',
      providerTxn: null,
      sourceId: payout.id,
      personId: statement.creatorId,
      occurredAt: now,
      currency: 'usd',
      moves: { creator_payable: -payout.amountCents, payout_clearing: payout.amountCents },
    })
    await resolveAlert(
      tx,
      { clock },
      {
        kind: 'payout-refused',
        subject: payout.id,
        resolution: 'The approval was reversed back.',
      },
    )
    await recordAct(tx, {
      actorId: by,
      action: 'payout_taken_back',
      personId: statement.creatorId,
      subject: payout.id,
      at: now,
    })
    return reversed
  })
}
