import { and, eq, inArray } from 'drizzle-orm'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { statementsLock } from './close-statements.ts'
import { statementById } from './queries.ts'
import { type Payout, payouts, type PayoutStatement, payoutStatements } from './schema.ts'

/** What was asked does not fit how the payout stands. */
export type LockedPayout = { payout: Payout; statement: PayoutStatement }

/** A payout with its statement, held until the transaction ends; null when there is none of that id. */
export async function lockPayout(tx: Transaction, payoutId: string): Promise<LockedPayout | null> {
  await lockUntilCommit(tx, statementsLock)
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update')
  const statement = payout && (await statementById(tx, payout.statementId))
  return payout && statement ? { payout, statement } : null
}

/** The payout of a statement that waits for an admin's word. Refuses with 404 and 409. */
export async function lockWaitingPayout(tx: Transaction, statementId: string): Promise<LockedPayout> {
  await lockUntilCommit(tx, statementsLock)
  const statement = await statementById(tx, statementId)
  if (!statement) throw notFound('Statement')
  const [payout] = await tx
    .select()
    .from(payouts)
    .where(
      and(eq(payouts.statementId, statement.id), inArray(payouts.state, ['approved', 'sending', 'paid'])),
    )
    .for('update')
  if (!payout) throw conflict('This statement has not been approved.')
  if (payout.state === 'paid') throw conflict('This statement has been paid.')
  if (payout.state === 'sending')
    throw conflict('The transfer is under way, and its outcome is not known yet. Please come back later.')
  return { payout, statement }
}

/** Moves a payout on, and its statement with it. */
export async function movePayout(
  tx: Transaction,
  { payout, statement }: LockedPayout,
  changed: Partial<Payout>,
  state: PayoutStatement['state'],
): Promise<Payout> {
  const [moved] = await tx.update(payouts).set(changed).where(eq(payouts.id, payout.id)).returning()
  if (!moved) throw new Error(`payout ${payout.id} was not returned`)
  await tx.update(payoutStatements).set({ state }).where(eq(payoutStatements.id, statement.id))
  return moved
}
