import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { tips } from './schema.ts'

/** Takes the words off a tip; its money stays as it is. Answers what they were, null where there were none. */
export async function takeDownMessage(tx: Transaction, tipId: string): Promise<string | null> {
  const withWords = and(eq(tips.id, tipId), isNotNull(tips.message))
  const [found] = await tx.select({ message: tips.message }).from(tips).where(withWords).for('update')
  if (!found) return null
  await tx.update(tips).set({ message: null }).where(eq(tips.id, tipId))
  return found.message
}

/** Puts the words back on a tip that has none; answers whether it was there. */
export async function restoreMessage(
  tx: Transaction,
  { tipId, message }: { tipId: string; message: string },
): Promise<boolean> {
  const changed = await tx
    .update(tips)
    .set({ message })
    .where(and(eq(tips.id, tipId), isNull(tips.message)))
    .returning({ id: tips.id })
  return changed.length > 0
}
