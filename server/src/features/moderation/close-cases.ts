import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { eraseTakenDown } from './reported-thing.ts'
import { moderationCases, reports } from './schema.ts'

const batchSize = 200

/** Erases removed content, unless it was restored, once no appeal is possible. Returns how many were closed. */
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
    const due = await db
      .select({ id: moderationCases.id })
      .from(moderationCases)
      .where(isOver)
      .limit(batchSize)
    for (const { id } of due)
      await db.transaction(async (tx) => {
        // Check again under the lock: an appeal may have arrived since.
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
        await tx.update(reports).set({ text: null }).where(eq(reports.caseId, id))
      })
    closed += due.length
    if (due.length < batchSize) return closed
  }
}
