import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Queryable, Transaction } from '#db/database.ts'
import { accessDenied, Refusal } from '#errors.ts'
import { people } from '#features/accounts/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { unblockPerson } from '#features/blocks/block-person.ts'
import { blocks } from '#features/blocks/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { holdCase } from './decide-case.ts'
import { putBack } from './reported-thing.ts'
import { type CaseRow, moderationCases } from './schema.ts'
import { tellAppellant, tellReporters } from './tell-people.ts'

type AppealRuling = { outcome: 'upheld' | 'overturned'; words?: string }

/** Whether another admin could look at an appeal than `adminId`. */
export async function hasOtherAdmin(db: Queryable, adminId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.role, 'admin'), eq(people.isBlocked, false), ne(people.id, adminId)))
    .limit(1)
  return other !== undefined
}

/** Whether `viewer` may decide the appeal of a case: not about themselves, nor about their own decision where there is another admin. */
export const mayDecideAppeal = (
  viewer: Pick<Viewer, 'id'>,
  { accusedId, decidedBy }: Pick<CaseRow, 'accusedId' | 'decidedBy'>,
  hasOther: boolean,
) => accusedId !== viewer.id && (decidedBy !== viewer.id || !hasOther)

/** Ends the block a decision began, where it still holds; one that somebody else began stays. */
async function liftBlock(
  tx: Transaction,
  services: Pick<Services, 'live' | 'clock' | 'mail' | 'jobs' | 'address'>,
  { row, viewer }: { row: CaseRow; viewer: Viewer },
): Promise<void> {
  if (!row.blockId || !row.accusedId) return
  const [holding] = await tx
    .select({ id: blocks.id })
    .from(blocks)
    .where(and(eq(blocks.id, row.blockId), isNull(blocks.endedAt)))
  if (!holding) return
  const unblocking = {
    actorId: viewer.id,
    personId: row.accusedId,
    reason: 'The decision was taken back on appeal.',
  }
  await unblockPerson({ ...services, db: tx }, unblocking)
}

/**
 * Decides an appeal: the decision stands, or is taken back with what it did. Everybody concerned
 * is told. The same again changes nothing; 409 when there is no appeal, or it was decided otherwise; 403 for whoever
 * decided first, where there is another admin.
 */
export async function decideAppeal(
  services: Pick<Services, 'db' | 'live' | 'clock' | 'mail' | 'jobs' | 'address'>,
  { viewer, caseId, ruling }: { viewer: Viewer; caseId: string; ruling: AppealRuling },
): Promise<CaseRow> {
  const { db, clock } = services
  const { outcome, words } = ruling
  return db.transaction(async (tx) => {
    const row = await holdCase(tx, caseId)
    if (!row.appealedAt) throw new Refusal(409, 'conflict', 'Nobody has appealed this decision.')
    if (!mayDecideAppeal(viewer, row, await hasOtherAdmin(tx, viewer.id)))
      throw accessDenied('Somebody else has to look at this appeal.')
    if (row.appealOutcome) {
      if (row.appealOutcome === outcome && row.appealDecidedBy === viewer.id) return row
      throw new Refusal(409, 'conflict', 'This appeal has been decided already.')
    }
    const isPutBack = outcome === 'overturned' && row.measure !== 'warn' && (await putBack(services, tx, row))
    if (outcome === 'overturned') await liftBlock(tx, services, { row, viewer })
    const at = clock.now()
    const [after] = await tx
      .update(moderationCases)
      .set({
        appealOutcome: outcome,
        appealAnswer: words || null,
        appealDecidedAt: at,
        appealDecidedBy: viewer.id,
        ...(isPutBack ? { keptText: null } : {}),
      })
      .where(eq(moderationCases.id, caseId))
      .returning()
    if (!after) throw new Error('A case that was held is gone.')
    await recordAct(tx, {
      actorId: viewer.id,
      action: outcome === 'upheld' ? 'appeal_upheld' : 'appeal_overturned',
      ...(row.accusedId ? { personId: row.accusedId } : {}),
      subject: row.subjectId,
      ...(words ? { reason: words } : {}),
      at,
    })
    await tellAppellant(tx, services, after, isPutBack)
    if (outcome === 'overturned') await tellReporters(tx, services, after, 'overturned')
    return after
  })
}
