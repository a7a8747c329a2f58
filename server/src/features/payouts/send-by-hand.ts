import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { movePayout, lockWaitingPayout } from './payout-state.ts'
import type { Payout } from './schema.ts'

/** Switches the payout to manual. Throws 404 for an unknown statement, 409 while a transfer is under way. */
export async function sendByHand(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { statementId, by }: { statementId: string; by: string },
): Promise<Payout> {
  return db.transaction(async (tx) => {
    const held = await lockWaitingPayout(tx, statementId)
    if (held.payout.method === 'manual') return held.payout
    await recordAct(tx, {
      actorId: by,
      action: 'payout_sent_by_hand',
      personId: held.statement.creatorId,
      subject: held.payout.id,
      at: clock.now(),
    })
    return movePayout(tx, held, { method: 'manual' }, 'approved')
  })
}
