import type { CaseState, ModerationCase, OwnReport } from '@touchline/contract/moderation.ts'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { inForceAt, silenceOf } from '#features/silences/refuse-silenced.ts'
import { silences } from '#features/silences/schema.ts'
import { toParty } from '#features/people/to-user.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { toAppeal, toOwnDecision } from './appeal.ts'
import { appealToken } from './appeal-token.ts'
import { adminIds, mayDecideAppeal } from './decide-appeal.ts'
import { inScopeOf } from './in-scope-of.ts'
import { type CaseRow, moderationCases, reports } from './schema.ts'
import { loadReportedThings } from './load-reported-things.ts'

const isOpen = isNull(moderationCases.decidedAt)
const isAppealed = and(isNotNull(moderationCases.appealedAt), isNull(moderationCases.appealOutcome))
const conditions = {
  open: isOpen,
  appealed: isAppealed,
  decided: and(
    isNotNull(moderationCases.decidedAt),
    or(isNull(moderationCases.appealedAt), isNotNull(moderationCases.appealOutcome)),
  ),
}

const reportsShown = 20
const defaultLimit = 20
const maxOwnCases = 50

async function partiesNamed(db: Queryable, viewer: Viewer, ids: (string | null)[]) {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const rows = known.length > 0 ? await db.select().from(people).where(inArray(people.id, known)) : []
  const parties = new Map(rows.map((person) => [person.id, toParty(person, viewer)]))
  return (id: string | null) => (id === null ? null : (parties.get(id) ?? null))
}

/** Returns the first reports of each case, with the total per case. */
async function reportsOf(db: Queryable, caseIds: string[]) {
  if (caseIds.length === 0) return []
  const numbered = db
    .select({
      caseId: reports.caseId,
      rule: reports.rule,
      words: reports.words,
      text: reports.text,
      createdAt: reports.createdAt,
      reporterId: reports.reporterId,
      place:
        sql<number>`row_number() over (partition by ${reports.caseId} order by ${reports.createdAt}, ${reports.id})`.as(
          'place',
        ),
      total: sql<number>`(count(*) over (partition by ${reports.caseId}))::int`.as('total'),
    })
    .from(reports)
    .where(inArray(reports.caseId, caseIds))
    .as('numbered')
  return db
    .select()
    .from(numbered)
    .where(sql`${numbered.place} <= ${reportsShown}`)
    .orderBy(numbered.place)
}

/** Until when the accused of these cases may not comment. */
async function silenceEndsOf(db: Queryable, rows: CaseRow[], now: Date) {
  const accused = rows.flatMap(({ accusedId }) => accusedId ?? [])
  const found = await db
    .select({ personId: silences.personId, until: silences.until })
    .from(silences)
    .where(and(inArray(silences.personId, accused), inForceAt(now)))
  return new Map<string | null, Date>(found.map(({ personId, until }) => [personId, until]))
}

async function toCases(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
  rows: CaseRow[],
): Promise<ModerationCase[]> {
  const now = clock.now()
  const allReports = await reportsOf(
    db,
    rows.map(({ id }) => id),
  )
  const party = await partiesNamed(db, viewer, [
    ...rows.flatMap(({ accusedId, decidedBy }) => [accusedId, decidedBy]),
    ...allReports.map(({ reporterId }) => reporterId),
  ])
  const subjects = new Map(rows.map(({ id, subjectId }) => [id, subjectId]))
  const { thingOf, named } = await loadReportedThings(
    db,
    rows,
    allReports.map(({ caseId, text }) => ({ id: subjects.get(caseId) ?? caseId, content: text })),
  )
  const admins = await adminIds(db)
  const silenceEnds = await silenceEndsOf(db, rows, now)
  return rows.map((row) => {
    const own = allReports.filter(({ caseId }) => caseId === row.id)
    return {
      id: row.id,
      kind: row.kind,
      openedAt: row.openedAt.toISOString(),
      accused: party(row.accusedId),
      silencedUntil: silenceEnds.get(row.accusedId)?.toISOString() ?? null,
      thing: thingOf(row),
      reportsCount: own[0]?.total ?? 0,
      reports: own.map(({ rule, words, text, createdAt, reporterId }) => ({
        rule,
        words,
        text: text && named(row, text),
        at: createdAt.toISOString(),
        reporter: party(reporterId),
      })),
      decision: row.measure &&
        row.decidedAt && {
          measure: row.measure,
          rule: row.rule,
          words: row.words,
          at: row.decidedAt.toISOString(),
          until: row.blockedUntil?.toISOString() ?? null,
          by: party(row.decidedBy),
        },
      appeal: toAppeal(row),
      mayDecideAppeal:
        row.appealedAt !== null && row.appealOutcome === null && mayDecideAppeal(viewer, row, admins),
    }
  })
}

type PageQuery = { state?: CaseState; after?: string; limit?: number }

/** Returns one page of cases after the case `after`. Returns 404 for an invalid `after`. */
export async function listCases(
  services: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
  { state = 'open', after, limit = defaultLimit }: PageQuery,
) {
  const { db } = services
  if (after !== undefined && !validate(after)) throw notFound('Report')
  const isNewestFirst = state === 'decided'
  const inScope = inScopeOf(viewer)
  const behind = after && (isNewestFirst ? lt : gt)(moderationCases.id, after)
  const found = await db
    .select()
    .from(moderationCases)
    .where(and(conditions[state], inScope, behind || undefined))
    .orderBy((isNewestFirst ? desc : asc)(moderationCases.id))
    .limit(limit + 1)
  const [open] = await db.select({ count: count() }).from(moderationCases).where(and(isOpen, inScope))
  const [appealed] = await db.select({ count: count() }).from(moderationCases).where(and(isAppealed, inScope))
  return {
    cases: await toCases(services, viewer, found.slice(0, limit)),
    hasMore: found.length > limit,
    waiting: { open: open?.count ?? 0, appealed: appealed?.count ?? 0 },
  }
}

/** Returns one case as an admin or a moderator sees it. Returns 404 for an unknown case. */
export async function getCase(
  services: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<ModerationCase> {
  const rows = await services.db.select().from(moderationCases).where(eq(moderationCases.id, id))
  const [found] = await toCases(services, viewer, rows)
  if (!found) throw notFound('Report')
  return found
}

const resultOf = ({ measure, appealOutcome, undoUntil }: CaseRow): OwnReport['result'] =>
  !measure || undoUntil
    ? 'open'
    : measure === 'dismiss'
      ? 'dismissed'
      : appealOutcome === 'overturned'
        ? 'overturned'
        : 'acted'

/** Returns the viewer's reports and the decisions about their content, newest first. */
export async function ownCases(services: Pick<Services, 'db' | 'clock' | 'secret'>, viewer: Viewer) {
  const { db, clock } = services
  const reported = await db
    .select({ report: reports, row: moderationCases })
    .from(reports)
    .innerJoin(moderationCases, eq(moderationCases.id, reports.caseId))
    .where(eq(reports.reporterId, viewer.id))
    .orderBy(desc(reports.id))
    .limit(maxOwnCases)
  const decided = await db
    .select()
    .from(moderationCases)
    .where(
      and(
        eq(moderationCases.accusedId, viewer.id),
        isNotNull(moderationCases.measure),
        not(eq(moderationCases.measure, 'dismiss')),
      ),
    )
    .orderBy(desc(moderationCases.id))
    .limit(maxOwnCases)
  const silence = await silenceOf(db, viewer.id, clock.now())
  return {
    silence: silence && { until: silence.until.toISOString(), reason: silence.reason },
    reports: reported.map(({ report, row }) => ({
      id: report.id,
      kind: report.kind,
      rule: report.rule,
      at: report.createdAt.toISOString(),
      result: resultOf(row),
    })),
    decisions: decided.flatMap((row) => {
      const decision = toOwnDecision(row, clock.now())
      return decision ? [{ ...decision, appealToken: appealToken(services, row.id) }] : []
    }),
  }
}
