import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { lockUntilCommit, type Queryable, type Transaction } from '#db/database.ts'
import { accessDenied, conflict } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { unblockPerson } from '#features/blocks/block-person.ts'
import { blocks } from '#features/blocks/schema.ts'
import { setBlockEnd } from '#features/blocks/set-block-end.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { lockCase } from './decide-case.ts'
import { refuseOutOfScope } from './in-scope-of.ts'
import { putBack } from './reported-thing.ts'
import { type CaseRow, moderationCases } from './schema.ts'
import { notifyAppellant, notifyReporters } from './notify-people.ts'

type AppealRuling = { outcome: 'upheld' | 'overturned'; words?: string }

/** Returns the ids of the admins who can decide appeals. */
export async function adminIds(db: Queryable): Promise<string[]> {
  const found = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.role, 'admin'), eq(people.isBlocked, false)))
  return found.map(({ id }) => id)
}

/**
 * False for the accused, and for the admin who decided the case unless no other admin can. A moderator decides appeals
 * against decisions of others, except blocks.
 */
export const mayDecideAppeal = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  { accusedId, decidedBy, measure }: Pick<CaseRow, 'accusedId' | 'decidedBy' | 'measure'>,
  admins: string[],
) => {
  if (accusedId === viewer.id) return false
  if (viewer.role !== 'admin') return decidedBy !== viewer.id && measure !== 'block'
  return decidedBy !== viewer.id || admins.every((id) => id === viewer.id || id === accusedId)
}

type Lifting = { caseId: string; accusedId: string; since: Date; now: Date }

/** Returns the longest other block ordered, or null. Blocks lifted before `since` no longer count. */
async function otherBlock(tx: Transaction, { caseId, accusedId, since, now }: Lifting) {
  const [found] = await tx
    .select({ caseId: moderationCases.id, until: moderationCases.blockedUntil })
    .from(moderationCases)
    .leftJoin(blocks, eq(blocks.id, moderationCases.blockId))
    .where(
      and(
        eq(moderationCases.accusedId, accusedId),
        ne(moderationCases.id, caseId),
        sql`coalesce(${blocks.endedAt}, ${moderationCases.decidedAt}) >= ${since.toISOString()}`,
        eq(moderationCases.measure, 'block'),
        sql`${moderationCases.appealOutcome} is distinct from 'overturned'`,
        or(isNull(moderationCases.blockedUntil), gt(moderationCases.blockedUntil, now)),
      ),
    )
    // Descending order puts permanent blocks (null) first.
    .orderBy(desc(moderationCases.blockedUntil))
    .limit(1)
  return found ?? null
}

/** If another decision orders a block too, the block passes to that decision instead. */
async function liftBlock(
  tx: Transaction,
  services: Pick<Services, 'live' | 'clock' | 'mail' | 'jobs' | 'address' | 'site'>,
  { row, viewer }: { row: CaseRow; viewer: Viewer },
): Promise<void> {
  if (!row.blockId || !row.accusedId) return
  const [active] = await tx
    .select({ id: blocks.id, since: blocks.startsAt })
    .from(blocks)
    .where(and(eq(blocks.id, row.blockId), isNull(blocks.endedAt)))
  if (!active) return
  const { since } = active
  const { accusedId } = row
  const other = await otherBlock(tx, { caseId: row.id, accusedId, since, now: services.clock.now() })
  if (other) {
    await setBlockEnd(tx, active.id, other.until)
    await tx.update(moderationCases).set({ blockId: active.id }).where(eq(moderationCases.id, other.caseId))
    return
  }
  const unblocking = {
    actorId: viewer.id,
    personId: accusedId,
    reason: 'The decision was taken back on appeal.',
  }
  await unblockPerson({ ...services, db: tx }, unblocking)
}

/**
 * Emails the people concerned; repeating the same ruling does nothing. Throws 409 without an appeal or after a
 * different ruling, 403 when the viewer may not decide it.
 */
export async function decideAppeal(
  services: Pick<Services, 'db' | 'live' | 'clock' | 'mail' | 'jobs' | 'address' | 'site'>,
  { viewer, caseId, ruling }: { viewer: Viewer; caseId: string; ruling: AppealRuling },
): Promise<CaseRow> {
  const { db, clock } = services
  const { outcome, words } = ruling
  return db.transaction(async (tx) => {
    // Serialize appeals: two decisions that share a block must not be reversed at the same time.
    await lockUntilCommit(tx, 'moderation appeals')
    const row = await lockCase(tx, caseId)
    if (!row.appealedAt) throw conflict('There is no appeal against this decision.')
    await refuseOutOfScope(tx, viewer, row)
    if (!mayDecideAppeal(viewer, row, await adminIds(tx)))
      throw accessDenied(
        viewer.role === 'admin'
          ? 'Another admin has to decide this appeal.'
          : 'Another moderator or an admin has to decide this appeal.',
      )
    if (row.appealOutcome) {
      if (row.appealOutcome === outcome && row.appealDecidedBy === viewer.id) return row
      throw conflict('This appeal has already been decided.')
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
    if (!after) throw new Error('the locked case is gone')
    await recordAct(tx, {
      actorId: viewer.id,
      action: outcome === 'upheld' ? 'appeal_upheld' : 'appeal_overturned',
      ...(row.accusedId ? { personId: row.accusedId } : {}),
      subject: row.subjectId,
      ...(words ? { reason: words } : {}),
      at,
    })
    await notifyAppellant(tx, services, after, isPutBack)
    if (outcome === 'overturned') await notifyReporters(tx, services, after, 'overturned')
    return after
  })
}
