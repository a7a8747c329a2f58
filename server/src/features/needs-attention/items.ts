import { maxCounted, newForDays, type NeedsAttention } from '@touchline/contract/needs-attention.ts'
import { and, asc, count, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { awaitsAnswer } from '#features/comments/awaits-answer.ts'
import { comments } from '#features/comments/schema.ts'
import { sumOfRows } from '#features/insights/traced-rows.ts'
import { tips } from '#features/tips/schema.ts'
import type { Viewer } from '#http/viewer.ts'

const dayMs = 24 * 60 * 60_000

/** Counts waiting rows up to `maxCounted` and returns the time of the oldest. */
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

/** Counts members with an unpaid month, from the same rows as the list behind the number. */
async function failedPayments(db: Database, viewer: Viewer) {
  const { cents: dueCents, ...failed } = await sumOfRows(db, { figure: 'failed_payments', viewer })
  return { ...failed, dueCents }
}

/** Counts people who first became members at `since` or later, from the same rows as the list behind the number. */
async function newMembers(db: Database, viewer: Viewer, since: string) {
  const joined = await sumOfRows(db, { figure: 'joined', since, viewer })
  return { count: joined.count, since }
}

/**
 * Returns what needs the attention of a creator. Failed payments and new members are shown to the main creator only.
 */
export async function attentionItems(db: Database, viewer: Viewer, now: Date): Promise<NeedsAttention> {
  const since = new Date(now.getTime() - newForDays * dayMs).toISOString()
  const [unanswered, unhearted, failed, joined] = await Promise.all([
    waitingIn(db, comments, awaitsAnswer(viewer.id)),
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
