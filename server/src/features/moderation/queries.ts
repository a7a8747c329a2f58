import type { CaseState, ModerationCase, OwnReport } from '@touchline/contract/moderation.ts'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { toParty } from '#features/people/to-user.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { toAppeal, toOwnDecision } from './appeal.ts'
import { appealToken } from './appeal-token.ts'
import { adminIds, mayDecideAppeal } from './decide-appeal.ts'
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

async function toCases(db: Queryable, viewer: Viewer, rows: CaseRow[]): Promise<ModerationCase[]> {
  const allReports = await reportsOf(
    db,
    rows.map(({ id }) => id),
  )
  const party = await partiesNamed(db, viewer, [
    ...rows.flatMap(({ accusedId, decidedBy }) => [accusedId, decidedBy]),
    ...allReports.map(({ reporterId }) => reporterId),
  ])
  const thingOf = await loadReportedThings(db, rows)
  const admins = await adminIds(db)
  return rows.map((row) => {
    const own = allReports.filter(({ caseId }) => caseId === row.id)
    return {
      id: row.id,
      kind: row.kind,
      openedAt: row.openedAt.toISOString(),
      accused: party(row.accusedId),
      thing: thingOf(row),
      reportsCount: own[0]?.total ?? 0,
      reports: own.map(({ rule, words, createdAt, reporterId }) => ({
        rule,
        words,
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
  db: Queryable,
  viewer: Viewer,
  { state = 'open', after, limit = defaultLimit }: PageQuery,
) {
  if (after !== undefined && !validate(after)) throw notFound('Report')
  const isNewestFirst = state === 'decided'
  const behind = after && (isNewestFirst ? lt : gt)(moderationCases.id, after)
  const found = await db
    .select()
    .from(moderationCases)
    .where(and(conditions[state], behind || undefined))
    .orderBy((isNewestFirst ? desc : asc)(moderationCases.id))
    .limit(limit + 1)
  const [open] = await db.select({ count: count() }).from(moderationCases).where(isOpen)
  const [appealed] = await db.select({ count: count() }).from(moderationCases).where(isAppealed)
  return {
    cases: await toCases(db, viewer, found.slice(0, limit)),
    hasMore: found.length > limit,
    waiting: { open: open?.count ?? 0, appealed: appealed?.count ?? 0 },
  }
}

/** Returns one case as an admin sees it. Returns 404 for an unknown case. */
export async function getCase(db: Queryable, viewer: Viewer, id: string): Promise<ModerationCase> {
  const rows = await db.select().from(moderationCases).where(eq(moderationCases.id, id))
  const [found] = await toCases(db, viewer, rows)
  if (!found) throw notFound('Report')
  return found
}

const resultOf = ({ measure, appealOutcome }: CaseRow): OwnReport['result'] =>
  !measure
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
  return {
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
