import { mostCounted, newForDays, type Today } from '@touchline/contract/today.ts'
import { and, asc, count, eq, gte, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#db/database.ts'
import { comments } from '#features/comments/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { Viewer } from '#http/viewer.ts'

const dayMs = 24 * 60 * 60_000

/** How many rows wait, counted no further than anybody reads, and since when the first of them does. */
async function waitingIn(
  db: Database,
  table: typeof comments | typeof tips,
  which: SQL | undefined,
): Promise<Today['comments']> {
  const waiting = db
    .select({ at: table.createdAt })
    .from(table)
    .where(which)
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(mostCounted + 1)
    .as('waiting')
  const oldest = sql<Date | null>`min(${waiting.at})`.mapWith(table.createdAt)
  const [found] = await db.select({ count: count(), oldest }).from(waiting)
  const number = found?.count ?? 0
  return {
    count: Math.min(number, mostCounted),
    isExact: number <= mostCounted,
    oldestAt: found?.oldest?.toISOString() ?? null,
  }
}

/** Members whose month is due and not paid. A bill that was closed meanwhile asks for nothing. */
async function failedPayments(db: Database) {
  const [found] = await db
    .select({ count: count(), dueCents: sql<number>`coalesce(sum(${memberships.dueCents}), 0)::int` })
    .from(memberships)
    .where(
      and(
        memberships.isCurrent,
        isNull(memberships.endedAt),
        inArray(memberships.status, ['past_due', 'unpaid']),
      ),
    )
  return found ?? { count: 0, dueCents: 0 }
}

const earlier = alias(memberships, 'earlier')

/** People whose first paid membership began at `since` or later. */
async function newMembersSince(db: Database, since: Date) {
  const wasMemberBefore = sql`exists (select from ${memberships} as ${earlier}
    where ${and(
      eq(earlier.personId, memberships.personId),
      isNotNull(earlier.paidThrough),
      sql`(${earlier.startedAt}, ${earlier.id}) < (${memberships.startedAt}, ${memberships.id})`,
    )})`
  const [found] = await db
    .select({ count: count() })
    .from(memberships)
    .where(and(gte(memberships.startedAt, since), isNotNull(memberships.paidThrough), not(wasMemberBefore)))
  return { count: found?.count ?? 0, since: since.toISOString() }
}

/** What needs `viewer`, a creator, at `now`. Bills and new members are those of the main creator, whose club it is. */
export async function needsToday(db: Database, viewer: Viewer, now: Date): Promise<Today> {
  const since = new Date(now.getTime() - newForDays * dayMs)
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
    viewer.isMainInfluencer ? failedPayments(db) : null,
    viewer.isMainInfluencer ? newMembersSince(db, since) : null,
  ])
  return { comments: unanswered, tips: unhearted, failedPayments: failed, newMembers: joined }
}
