import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { moderationCases, reports } from './schema.ts'

/** Erases the person's reports, appeals, removed content and what others wrote about them. Decisions stay unnamed. */
export async function eraseInModeration(tx: Transaction, personId: string): Promise<void> {
  const ofTheirs = tx
    .select({ id: moderationCases.id })
    .from(moderationCases)
    .where(eq(moderationCases.accusedId, personId))
  await tx.update(reports).set({ words: null, text: null }).where(inArray(reports.caseId, ofTheirs))
  await tx.update(reports).set({ reporterId: null, words: null }).where(eq(reports.reporterId, personId))
  await tx
    .update(moderationCases)
    .set({ accusedId: null, keptText: null, words: null, appealWords: null, appealAnswer: null })
    .where(eq(moderationCases.accusedId, personId))
}
