import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { eraseTakenDown } from './reported-thing.ts'
import { moderationCases } from './schema.ts'

const atOnce = 200

/**
 * Closes what can be appealed no more: its time is over without an appeal, or the appeal is decided. What was removed and
 * not put back is erased with it. Returns how many were closed.
 */
export async function closeCases({
  db,
  clock,
  jobs,
}: Pick<Services, 'db' | 'clock' | 'jobs'>): Promise<number> {
  const now = clock.now()
  const isOver = and(
    isNull(moderationCases.closedAt),
    isNotNull(moderationCases.appealUntil),
    or(
      isNotNull(moderationCases.appealOutcome),
      and(isNull(moderationCases.appealedAt), lte(moderationCases.appealUntil, now)),
    ),
  )
  let closed = 0
  for (;;) {
    const due = await db.select({ id: moderationCases.id }).from(moderationCases).where(isOver).limit(atOnce)
    for (const { id } of due)
      await db.transaction(async (tx) => {
        // Asked again under the lock: an appeal may just have come.
        const [row] = await tx
          .select()
          .from(moderationCases)
          .where(and(eq(moderationCases.id, id), isOver))
          .for('update')
        if (!row) return
        if (row.appealOutcome !== 'overturned' && row.measure !== 'warn')
          await eraseTakenDown({ jobs }, tx, row)
        await tx
          .update(moderationCases)
          .set({ closedAt: now, keptText: null })
          .where(eq(moderationCases.id, id))
      })
    closed += due.length
    if (due.length < atOnce) return closed
  }
}
