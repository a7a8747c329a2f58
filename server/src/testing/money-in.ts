import { ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { payoutLines, payoutStatements } from '#features/payouts/schema.ts'
import type { Club } from './club.ts'

/** The complete ledger and statements of a club. */
export async function moneyIn({ services: { db } }: Pick<Club, 'services'>) {
  return {
    journals: await db.select().from(ledgerJournals).orderBy(ledgerJournals.id),
    lines: await db.select().from(ledgerLines).orderBy(ledgerLines.journalId, ledgerLines.account),
    statements: await db.select().from(payoutStatements).orderBy(payoutStatements.id),
    stated: await db.select().from(payoutLines).orderBy(payoutLines.journalId),
  }
}
