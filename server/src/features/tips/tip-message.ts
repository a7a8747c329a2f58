import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { tips } from './schema.ts'

export async function takeDownMessage(tx: Transaction, tipId: string): Promise<string | null> {
  const hasMessage = and(eq(tips.id, tipId), isNotNull(tips.message))
  const [found] = await tx.select({ message: tips.message }).from(tips).where(hasMessage).for('update')
  if (!found) return null
  await tx.update(tips).set({ message: null }).where(eq(tips.id, tipId))
  return found.message
}

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
