import { conflict } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { resolveAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { payoutPaid } from './emails.ts'
import { movePayout, lockWaitingPayout } from './payout-state.ts'
import { creatorById } from './queries.ts'
import type { Payout } from './schema.ts'

/** Throws 404 for an unknown statement, 409 for a payout by transfer, which could be sent twice. */
export async function recordPayout(
  { db, clock, mail, address }: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
  { statementId, reference, by }: { statementId: string; reference: string; by: string },
): Promise<Payout> {
  return db.transaction(async (tx) => {
    const held = await lockWaitingPayout(tx, statementId)
    const { payout, statement } = held
    if (payout.method !== 'manual')
      throw conflict('This payout goes by transfer. Choose to send it by hand before you send anything.')
    const now = clock.now()
    const changed = { reference, state: 'paid', settledAt: now, lastError: null } as const
    const paid = await movePayout(tx, held, changed, 'paid')
    await writeJournal(tx, {
      kind: 'payout_paid',
      providerTxn: null,
      sourceId: payout.id,
      personId: statement.creatorId,
      occurredAt: now,
      currency: 'usd',
      moves: { payout_clearing: payout.amountCents, bank: -payout.amountCents },
    })
    await resolveAlert(
      tx,
      { clock },
      {
        kind: 'payout-refused',
        subject: payout.id,
        resolution: 'The money was sent by hand.',
      },
    )
    await recordAct(tx, {
      actorId: by,
      action: 'payout_recorded',
      personId: statement.creatorId,
      subject: payout.id,
      at: now,
    })
    const creator = await creatorById(tx, statement.creatorId)
    if (creator) await mail.enqueue(tx, payoutPaid(creator, statement, paid, address.url))
    return paid
  })
}
