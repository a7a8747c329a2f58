import { type CaseResults, undoSeconds } from '@touchline/contract/moderation.ts'
import { and, eq, lte } from 'drizzle-orm'
import { isUniqueViolation, type Transaction } from '#db/database.ts'
import { accessDenied, conflict, Refusal } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { decideLockedCase, lockCase, type Ruling } from './decide-case.ts'
import { notifyOfDecision } from './notify-people.ts'
import { putBack } from './reported-thing.ts'
import { moderationCases } from './schema.ts'

type Deps = Pick<Services, 'db' | 'live' | 'clock' | 'mail' | 'secret' | 'address' | 'jobs' | 'site'>
type Chosen = { viewer: Viewer; ids: string[] }

/** Runs `act` on each case in a transaction of its own. A refusal concerns its case only. */
async function onEach(
  { db }: Pick<Deps, 'db'>,
  ids: string[],
  act: (tx: Transaction, id: string) => Promise<unknown>,
): Promise<CaseResults> {
  const results: CaseResults = []
  for (const id of new Set(ids))
    try {
      await db.transaction((tx) => act(tx, id))
      results.push({ id, problem: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push({ id, problem: error.message })
    }
  return results
}

/** Decides cases one by one. Their emails wait until the time to undo is over. */
export async function decideCases(
  services: Deps,
  { viewer, ids, ruling }: Chosen & { ruling: Ruling },
): Promise<{ undoUntil: string; results: CaseResults }> {
  const undoUntil = new Date(services.clock.now().getTime() + undoSeconds * 1000)
  const results = await onEach(services, ids, async (tx, id) =>
    decideLockedCase(tx, services, { row: await lockCase(tx, id), viewer, ruling, undoUntil }),
  )
  return { undoUntil: undoUntil.toISOString(), results }
}

const asOpen = {
  measure: null,
  rule: null,
  words: null,
  decidedAt: null,
  decidedBy: null,
  keptText: null,
  appealUntil: null,
  undoUntil: null,
}

/** Reopens a case and restores its content. The decision and its undoing both stay in the audit log. */
async function undoDecision(tx: Transaction, services: Deps, viewer: Viewer, id: string): Promise<void> {
  const row = await lockCase(tx, id)
  const at = services.clock.now()
  if (!row.decidedAt) throw conflict('This case is open already.')
  if (row.decidedBy !== viewer.id) throw accessDenied('Only the person who decided this can undo it.')
  if (!row.undoUntil || row.undoUntil <= at) throw conflict('It is too late to undo this decision.')
  if (row.measure === 'remove' && !(await putBack(services, tx, row)))
    throw conflict('What was removed belongs to something that is gone, so it cannot be restored.')
  try {
    await tx.update(moderationCases).set(asOpen).where(eq(moderationCases.id, id))
  } catch (error) {
    if (!isUniqueViolation(error, 'moderation_cases_one_open')) throw error
    throw conflict('It has been reported again since, and that report is waiting for a decision.')
  }
  await recordAct(tx, {
    actorId: viewer.id,
    action: 'decision_undone',
    // A dismissal stays hidden from the accused: it would reveal that there was a report.
    ...(row.accusedId && row.measure !== 'dismiss' ? { personId: row.accusedId } : {}),
    subject: row.subjectId,
    at,
  })
}

export const undoDecisions = (services: Deps, { viewer, ids }: Chosen): Promise<CaseResults> =>
  onEach(services, ids, (tx, id) => undoDecision(tx, services, viewer, id))

const batchSize = 200

/** Emails everyone concerned about decisions that can no longer be undone. */
export async function notifyOfSettledDecisions(services: Deps): Promise<void> {
  const { db, clock } = services
  const isSettled = lte(moderationCases.undoUntil, clock.now())
  for (;;) {
    const due = await db
      .select({ id: moderationCases.id })
      .from(moderationCases)
      .where(isSettled)
      .limit(batchSize)
    for (const { id } of due)
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(moderationCases)
          .set({ undoUntil: null })
          .where(and(eq(moderationCases.id, id), isSettled))
          .returning()
        if (row) await notifyOfDecision(tx, services, row)
      })
    if (due.length < batchSize) return
  }
}
