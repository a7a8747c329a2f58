import { maxCounted, newForDays, type NeedsAttention } from '@touchline/contract/needs-attention.ts'
import { and, asc, count, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { comments } from '#features/comments/schema.ts'
import { sumOfRows } from '#features/insights/traced-rows.ts'
import { tips } from '#features/tips/schema.ts'
import type { Viewer } from '#http/viewer.ts'

const dayMs = 24 * 60 * 60_000

/** How many rows wait, counted no further than anybody reads, and since when the first of them does. */
async function waitingIn(
  db: Database,
  table: typeof comments | typeof tips,
  which: SQL | undefined,
): Promise<NeedsAttention['comments']> {
  const waiting = db
    .select({ at: table.createdAt })
    .from(table)
    .where(which)
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(maxCounted + 1)
    .as('waiting')
  const oldest = sql<Date | null>`min(${waiting.at})`.mapWith(table.createdAt)
  const [found] = await db.select({ count: count(), oldest }).from(waiting)
  const number = found?.count ?? 0
  return {
    count: Math.min(number, maxCounted),
    isExact: number <= maxCounted,
    oldestAt: found?.oldest?.toISOString() ?? null,
  }
}

/** Members whose month is due and not paid, counted from the rows that are shown of them. */
async function failedPayments(db: Database, viewer: Viewer) {
  const { cents: dueCents, ...failed } = await sumOfRows(db, { figure: 'failed_payments', viewer })
  return { ...failed, dueCents }
}

/** Who became a member for the first time at `since` or later, counted from the rows that are shown of them. */
async function newMembers(db: Database, viewer: Viewer, since: string) {
  const joined = await sumOfRows(db, { figure: 'joined', since, viewer })
  return { count: joined.count, since }
}

/** What needs `viewer`, a creator, at `now`. Bills and new members are those of the main creator, whose club it is. */
export async function attentionItems(db: Database, viewer: Viewer, now: Date): Promise<NeedsAttention> {
  const since = new Date(now.getTime() - newForDays * dayMs).toISOString()
  const [unanswered, unhearted, failed, joined] = await Promise.all([
    waitingIn(
      db,
      comments,
      and(eq(comments.inboxOf, viewer.id), isNull(comments.answeredAt), isNull(comments.removedAt)),
    ),
    waitingIn(
      db,
      tips,
      and(eq(tips.toPersonId, viewer.id), eq(tips.status, 'completed'), not(tips.isAcknowledged)),
    ),
    viewer.isMainInfluencer ? failedPayments(db, viewer) : null,
    viewer.isMainInfluencer ? newMembers(db, viewer, since) : null,
  ])
  return { comments: unanswered, tips: unhearted, failedPayments: failed, newMembers: joined }
}
