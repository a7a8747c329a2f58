import type { Services } from '#services.ts'
import { movePayout, waitingPayout } from './payout-state.ts'
import type { Payout } from './schema.ts'

/**
 * Has an approved payout sent by hand instead of by transfer: from here on no transfer is asked for, and the money may
 * be sent. One that is by hand already stays as it is. Refuses with 404, and with 409 also while a transfer is under way.
 */
export async function sendByHand({ db }: Pick<Services, 'db'>, statementId: string): Promise<Payout> {
  return db.transaction(async (tx) => {
    const held = await waitingPayout(tx, statementId)
    if (held.payout.method === 'manual') return held.payout
    return movePayout(tx, held, { method: 'manual' }, 'approved')
  })
}
