import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit } from '#db/database.ts'
import { inDollars } from '#money/format-dollars.ts'
import { conflict, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import type { Services } from '#services.ts'
import { statementsLock } from './close-statements.ts'
import { accountOf, newestStatement, statementById } from './queries.ts'
import { type Payout, payouts, payoutStatements } from './schema.ts'

/** The maximum of a payout and its journal lines. */
const maxCents = 2 ** 31 - 1

type Approval = { statementId: string; expectedCents: number; approvedBy: string }

/** Enqueues the transfer when the creator has an account. `expectedCents` is what the admin saw. Throws 404 and 409. */
export async function approvePayout(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { statementId, expectedCents, approvedBy }: Approval,
): Promise<Payout> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, statementsLock)
    const statement = await statementById(tx, statementId)
    if (!statement) throw notFound('Statement')
    const newest = await newestStatement(tx, statement.creatorId)
    if (statement.state === 'carried' || newest?.id !== statement.id)
      throw conflict('This month went into a newer statement. Approve that one.')
    if (statement.state !== 'closed') throw conflict('This statement has already been approved.')
    if (statement.payableCents === 0) throw conflict('There is nothing to pay out for this month.')
    if (statement.payableCents !== expectedCents)
      throw conflict(`${inDollars(statement.payableCents)} is payable, not ${inDollars(expectedCents)}.`)
    if (statement.payableCents > maxCents)
      throw conflict(
        `A payout can be at most ${inDollars(maxCents)}. Larger amounts cannot be paid out from here.`,
      )
    const destination = await accountOf(tx, statement.creatorId)
    const now = clock.now()
    const [payout] = await tx
      .insert(payouts)
      .values({
        id: uuid(),
        statementId: statement.id,
        amountCents: statement.payableCents,
        method: destination ? 'transfer' : 'manual',
        destination,
        state: 'approved',
        approvedBy,
        approvedAt: now,
      })
      .returning()
    if (!payout) throw new Error(`the payout of ${statement.id} was not written`)
    await writeJournal(tx, {
      kind: 'payout',
      providerTxn: null,
      sourceId: payout.id,
      personId: statement.creatorId,
      occurredAt: now,
      currency: 'usd',
      moves: { creator_payable: payout.amountCents, payout_clearing: -payout.amountCents },
    })
    await tx.update(payoutStatements).set({ state: 'approved' }).where(eq(payoutStatements.id, statement.id))
    await recordAct(tx, {
      actorId: approvedBy,
      action: 'payout_approved',
      personId: statement.creatorId,
      subject: payout.id,
      at: now,
    })
    if (destination) await jobs.enqueue(tx, 'send-payout', { payoutId: payout.id })
    return payout
  })
}
