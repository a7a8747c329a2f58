import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { moderationCases, reports } from './schema.ts'

/**
 * Removes a person from moderation cases: erases their reports and appeals, what others wrote about them, and their
 * removed content. The reports and decisions remain, without a name.
 */
export async function eraseInModeration(tx: Transaction, personId: string): Promise<void> {
  const ofTheirs = tx
    .select({ id: moderationCases.id })
    .from(moderationCases)
    .where(eq(moderationCases.accusedId, personId))
  await tx.update(reports).set({ words: null }).where(inArray(reports.caseId, ofTheirs))
  await tx.update(reports).set({ reporterId: null, words: null }).where(eq(reports.reporterId, personId))
  await tx
    .update(moderationCases)
    .set({ accusedId: null, keptText: null, words: null, appealWords: null, appealAnswer: null })
    .where(eq(moderationCases.accusedId, personId))
}
