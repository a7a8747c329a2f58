import { and, eq, inArray } from 'drizzle-orm'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { statementsLock } from './close-statements.ts'
import { statementById } from './queries.ts'
import { type Payout, payouts, type PayoutStatement, payoutStatements } from './schema.ts'

export type LockedPayout = { payout: Payout; statement: PayoutStatement }

/** Loads a payout with its statement and locks both until the transaction ends; null for an unknown id. */
export async function lockPayout(tx: Transaction, payoutId: string): Promise<LockedPayout | null> {
  await lockUntilCommit(tx, statementsLock)
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update')
  const statement = payout && (await statementById(tx, payout.statementId))
  return payout && statement ? { payout, statement } : null
}

/** Locks the unpaid payout of a statement. Refuses with 404 and 409. */
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

/** Updates a payout and the state of its statement. */
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
