import type { Reportable, Rule } from '@touchline/contract/moderation.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuid, validate } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { invalid, notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { findReportableAuthor, lockReportedText } from './reported-thing.ts'
import { moderationCases, reports } from './schema.ts'

type Report = {
  viewer: Pick<Viewer, 'id' | 'role' | 'hasAccess'>
  kind: Reportable
  subjectId: string
  rule: Rule
  words?: string
}
type NewCase = Pick<typeof moderationCases.$inferInsert, 'kind' | 'subjectId' | 'accusedId'> & { at: Date }

const missing: Record<Reportable, string> = { post: 'Post', comment: 'Comment', tip: 'Tip' }

/** Finds or opens the case of a piece of content and locks it. Returns its id. */
export async function openCase(tx: Transaction, { at, ...thing }: NewCase): Promise<string> {
  const [opened] = await tx
    .insert(moderationCases)
    .values({ id: uuid({ msecs: at.getTime() }), openedAt: at, ...thing })
    .onConflictDoUpdate({
      target: [moderationCases.kind, moderationCases.subjectId],
      targetWhere: sql`decided_at is null`,
      set: { subjectId: thing.subjectId },
    })
    .returning({ id: moderationCases.id })
  if (!opened) throw new Error('opening a case returned no row')
  return opened.id
}

/**
 * A second report does nothing until the case is decided (`isNew` is false). Throws 404 for content the viewer cannot
 * see or report, 400 for their own.
 */
export async function reportThing(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { viewer, kind, subjectId, rule, words }: Report,
): Promise<{ isNew: boolean }> {
  if (!validate(subjectId)) throw notFound(missing[kind])
  const ofViewer = and(
    eq(reports.reporterId, viewer.id),
    eq(reports.kind, kind),
    eq(reports.subjectId, subjectId),
    isNull(moderationCases.decidedAt),
  )
  const [existing] = await db
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(moderationCases, eq(moderationCases.id, reports.caseId))
    .where(ofViewer)
  if (existing) return { isNew: false }
  const accusedId = await findReportableAuthor(db, viewer, { kind, subjectId })
  if (!accusedId) throw notFound(missing[kind])
  if (accusedId === viewer.id) throw invalid('You wrote this yourself.')
  const at = clock.now()
  return db.transaction(async (tx) => {
    const caseId = await openCase(tx, { kind, subjectId, accusedId, at })
    const text = await lockReportedText(tx, { kind, subjectId })
    if (kind === 'comment' && text === null) throw notFound(missing[kind])
    const added = await tx
      .insert(reports)
      .values({
        id: uuid({ msecs: at.getTime() }),
        caseId,
        kind,
        subjectId,
        reporterId: viewer.id,
        rule,
        words: words || null,
        text,
        createdAt: at,
      })
      .onConflictDoNothing({ target: [reports.reporterId, reports.caseId] })
      .returning({ id: reports.id })
    return { isNew: added.length > 0 }
  })
}
