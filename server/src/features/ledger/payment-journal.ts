import { eq, sql } from 'drizzle-orm'
import { lockUntilCommit, type Queryable, type Transaction } from '#db/database.ts'
import { type LedgerJournal, ledgerJournals, ledgerLines } from './schema.ts'
import type { Moves, Reversal } from './reversal.ts'

/** A booked payment: its journal's id, payer, source, gross amount in cents and the creator's share. */
export type BookedPayment = Pick<LedgerJournal, 'id' | 'sourceId' | 'personId' | 'providerTxn'> & {
  kind: 'subscription' | 'tip'
  grossCents: number
  shareBasisPoints: number
}

/** The booked payment of a balance transaction; null when it is not booked. */
export async function paymentByTransaction(
  db: Queryable,
  providerTxn: string,
): Promise<BookedPayment | null> {
  const [journal] = await db
    .select()
    .from(ledgerJournals)
    .where(eq(ledgerJournals.providerTxn, providerTxn))
    .limit(1)
  return journal ? toPayment(db, journal) : null
}

/** The payment with this journal id; null when the journal is missing or is not a payment. */
export async function paymentById(db: Queryable, journalId: string): Promise<BookedPayment | null> {
  const [journal] = await db.select().from(ledgerJournals).where(eq(ledgerJournals.id, journalId)).limit(1)
  return journal ? toPayment(db, journal) : null
}

async function toPayment(db: Queryable, journal: LedgerJournal): Promise<BookedPayment | null> {
  const { id, kind, sourceId, personId, providerTxn, shareBasisPoints } = journal
  if ((kind !== 'subscription' && kind !== 'tip') || shareBasisPoints === null) return null
  const moves = await movesOf(db, id)
  const grossCents = (moves.provider_balance ?? 0) + (moves.provider_fees ?? 0)
  return { id, kind, sourceId, personId, providerTxn, grossCents, shareBasisPoints }
}

/** Amounts of a journal by account, in cents. */
export async function movesOf(db: Queryable, journalId: string): Promise<Moves> {
  const lines = await db.select().from(ledgerLines).where(eq(ledgerLines.journalId, journalId))
  return Object.fromEntries(lines.map(({ account, amountCents }) => [account, amountCents]))
}

/** Locks a payment until the transaction ends, so that refunds and disputes of it are booked one after the other. */
export const lockPayment = (tx: Transaction, journalId: string) => lockUntilCommit(tx, `payment:${journalId}`)

/** The sum of refunds and disputes of a payment so far, less what was restored. */
export async function reversedSoFar(db: Queryable, journalId: string): Promise<Reversal> {
  const [sums] = await db
    .select({
      grossCents: sql<number>`coalesce(sum(${ledgerLines.amountCents}), 0)::int`,
      creatorCents: sql<number>`coalesce(sum(${ledgerLines.amountCents}) filter (where ${ledgerLines.account} = 'creator_payable'), 0)::int`,
    })
    .from(ledgerJournals)
    .innerJoin(ledgerLines, eq(ledgerLines.journalId, ledgerJournals.id))
    .where(
      sql`${ledgerJournals.paymentJournalId} = ${journalId} and ${ledgerLines.account} in ('creator_payable', 'platform_revenue')`,
    )
  return sums ?? { grossCents: 0, creatorCents: 0 }
}
