import { and, eq, not } from 'drizzle-orm'
import { notFound, Refusal } from '#errors.ts'
import { recordEvent } from '#events/record-event.ts'
import type { Services } from '#services.ts'
import { tipById } from './queries.ts'
import { type TipRow, tips } from './schema.ts'

/** Repeating changes nothing. Throws 404 for another creator's tip, 409 for a tip that is not completed. */
export async function acknowledgeTip(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  creatorId: string,
  tipId: string,
): Promise<TipRow> {
  const tip = await tipById(db, tipId)
  if (!tip || tip.toPersonId !== creatorId) throw notFound('Tip')
  if (tip.status !== 'completed')
    throw new Refusal(409, 'tip_not_completed', 'This tip has not been paid yet.')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [acknowledged] = await tx
      .update(tips)
      .set({ isAcknowledged: true, acknowledgedAt: now })
      .where(and(eq(tips.id, tip.id), not(tips.isAcknowledged)))
      .returning()
    if (!acknowledged) return { ...tip, isAcknowledged: true }
    await live.publish(tx, { person: tip.fromPersonId }, { type: 'tip_acknowledged', tipId: tip.id })
    await recordEvent(tx, { kind: 'tip_hearted', subjectId: tip.id, happenedAt: now })
    return acknowledged
  })
}
