import { appealDays, type Measure, type Rule } from '@touchline/contract/moderation.ts'
import { eq } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { accessDenied, conflict, notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { blockPerson } from '#features/blocks/block-person.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { ruleText } from './rule-text.ts'
import { refuseOutOfScope } from './in-scope-of.ts'
import { notifyOfDecision } from './notify-people.ts'
import { takeDown, thingNames } from './reported-thing.ts'
import { type CaseRow, moderationCases, reports } from './schema.ts'

/** A ruling by an admin or a moderator. A dismissal names no rule; `until` is the end of a block. */
export type Ruling = { measure: Measure; rule?: Rule; words?: string; until?: Date | null }

type Decider = Pick<Viewer, 'id' | 'role'>

type Deps = Pick<Services, 'live' | 'clock' | 'mail' | 'secret' | 'address' | 'jobs' | 'site'>

const dayMs = 24 * 60 * 60 * 1000

/** The audit action of each measure. A block adds an entry of its own. */
const acts = {
  dismiss: 'report_dismissed',
  remove: 'content_removed',
  warn: 'person_warned',
  block: 'content_removed',
} as const

const outcomes: Record<Measure, string> = {
  dismiss: 'dismissed',
  remove: 'removed',
  warn: 'its author was warned',
  block: 'its author was blocked',
}

export async function lockCase(tx: Transaction, caseId: string): Promise<CaseRow> {
  const [found] = validate(caseId)
    ? await tx.select().from(moderationCases).where(eq(moderationCases.id, caseId)).for('update')
    : []
  if (!found) throw notFound('Report')
  return found
}

async function throwAlreadyDecided(tx: Transaction, { decidedBy, measure }: CaseRow): Promise<never> {
  const [first] = decidedBy
    ? await tx.select({ name: people.firstName }).from(people).where(eq(people.id, decidedBy))
    : []
  throw conflict(
    `${first?.name ?? 'Another admin'} has decided this already: ${outcomes[measure ?? 'dismiss']}.`,
  )
}

/** Blocks the author and names the rule. Returns null when they are already blocked for as long. */
async function blockAccused(
  tx: Transaction,
  services: Deps,
  { row, viewer, ruling }: { row: CaseRow; viewer: Decider; ruling: Ruling },
): Promise<string | null> {
  if (!row.accusedId || !ruling.rule) throw new Error('A block has a person and a rule.')
  const block = await blockPerson(
    { ...services, db: tx },
    {
      actorId: viewer.id,
      personId: row.accusedId,
      reason: ruleText(services, ruling.rule),
      until: ruling.until ?? null,
    },
  )
  return block.isNew ? block.id : null
}

const isSame = (row: CaseRow, viewer: Decider, { measure, rule, words, until }: Ruling) =>
  row.decidedBy === viewer.id &&
  row.measure === measure &&
  row.rule === (rule ?? null) &&
  row.words === (words || null) &&
  row.blockedUntil?.getTime() === until?.getTime()

/**
 * Returns false when the same admin repeats the same ruling. Throws 409 for a different ruling, missing content or a
 * deleted author, 403 about the viewer's own content and, for moderators, about creators and staff.
 */
export async function decideLockedCase(
  tx: Transaction,
  services: Deps,
  {
    row,
    viewer,
    ruling,
    undoUntil = null,
  }: { row: CaseRow; viewer: Decider; ruling: Ruling; undoUntil?: Date | null },
): Promise<boolean> {
  const { measure, rule, words, until = null } = ruling
  if (row.accusedId === viewer.id) throw accessDenied('Another admin has to decide about your own content.')
  await refuseOutOfScope(tx, viewer, row)
  if (row.decidedAt) return isSame(row, viewer, ruling) ? false : throwAlreadyDecided(tx, row)
  if ((measure === 'warn' || measure === 'block') && !row.accusedId)
    throw conflict('The account of its author is gone. You can remove it or dismiss the reports.')
  const takesDown = measure === 'remove' || measure === 'block'
  const taken = takesDown ? await takeDown(services, tx, row) : null
  if (measure === 'remove' && !taken)
    throw conflict(
      `This ${thingNames[row.kind]} is no longer there. You can warn its author or dismiss the reports.`,
    )
  const blockId = measure === 'block' ? await blockAccused(tx, services, { row, viewer, ruling }) : null
  const at = services.clock.now()
  const [decided] = await tx
    .update(moderationCases)
    .set({
      measure,
      rule: rule ?? null,
      words: words || null,
      blockId,
      blockedUntil: until,
      decidedAt: at,
      decidedBy: viewer.id,
      undoUntil,
      keptText: taken?.keptText ?? null,
      ...(measure === 'dismiss' ? {} : { appealUntil: new Date(at.getTime() + appealDays * dayMs) }),
    })
    .where(eq(moderationCases.id, row.id))
    .returning()
  if (!decided) throw new Error('the locked case is gone')
  if (measure === 'dismiss') await tx.update(reports).set({ text: null }).where(eq(reports.caseId, row.id))
  // The block has recorded itself; without removed content there is nothing else to record.
  if (measure !== 'block' || taken)
    await recordAct(tx, {
      actorId: viewer.id,
      action: acts[measure],
      ...(row.accusedId ? { personId: row.accusedId } : {}),
      subject: row.subjectId,
      ...(words ? { reason: words } : {}),
      at,
    })
  if (!undoUntil) await notifyOfDecision(tx, services, decided)
  return true
}

export const decideCase = (
  services: Deps & Pick<Services, 'db'>,
  { viewer, caseId, ruling }: { viewer: Decider; caseId: string; ruling: Ruling },
): Promise<boolean> =>
  services.db.transaction(async (tx) =>
    decideLockedCase(tx, services, { row: await lockCase(tx, caseId), viewer, ruling }),
  )
