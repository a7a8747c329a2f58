import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { commentLikes, comments } from '#features/comments/schema.ts'
import { notificationEvents } from '#events/schema.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { Services } from '#services.ts'
import { type Event, findReceivers, type Receiver } from './receivers.ts'
import { notifications, notificationSettings } from './schema.ts'

const dayMs = 24 * 60 * 60_000
const listedMs = 30 * dayMs
const unreadMs = 2 * dayMs

const of = (kind: Event['kind'], rows: { subjectId: string; happenedAt: Date }[]) =>
  rows.map((row) => ({ ...row, kind, detail: null, personId: null }))

/** Fills the bells of a seeded club with its last 30 days, of which two are unread. Nothing is emailed or pushed. */
export async function listHistory({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - listedMs)
  await db.transaction(async (tx) => {
    const recentTips = (which: SQL) =>
      tx
        .select({ subjectId: tips.id, happenedAt: tips.createdAt })
        .from(tips)
        .where(and(which, gt(tips.createdAt, since)))
    const events = [
      ...of(
        'new_post',
        await tx
          .select({ subjectId: posts.id, happenedAt: posts.createdAt })
          .from(posts)
          .where(gt(posts.createdAt, since)),
      ),
      ...of(
        'comment',
        await tx
          .select({ subjectId: comments.id, happenedAt: comments.createdAt })
          .from(comments)
          .where(gt(comments.createdAt, since)),
      ),
      ...of(
        'comment_hearted',
        await tx
          .select({
            subjectId: comments.id,
            happenedAt: sql<Date>`min(${commentLikes.createdAt})`.mapWith(commentLikes.createdAt),
          })
          .from(commentLikes)
          .innerJoin(comments, eq(comments.id, commentLikes.commentId))
          .where(and(ne(commentLikes.personId, comments.personId), gt(commentLikes.createdAt, since)))
          .groupBy(comments.id),
      ),
      ...(
        await tx
          .select({
            subjectId: ledgerJournals.id,
            happenedAt: ledgerJournals.occurredAt,
            personId: ledgerJournals.personId,
          })
          .from(ledgerJournals)
          .where(and(eq(ledgerJournals.kind, 'subscription'), gt(ledgerJournals.occurredAt, since)))
      ).map((payment) => ({ ...payment, kind: 'payment' as const, detail: 'paid' })),
      // Decisions are recorded for each person who reported.
      ...(await tx.select().from(notificationEvents).where(eq(notificationEvents.kind, 'report'))),
      ...of('tip_received', await recentTips(eq(tips.status, 'completed'))),
      ...of('tip_hearted', await recentTips(eq(tips.isAcknowledged, true))),
    ]
    const receivers: Receiver[] = []
    for await (const found of findReceivers(tx, events, now)) receivers.push(...found)
    const rows = receivers
      // All members share one row of a post.
      .filter(({ kind, personId }) => kind !== 'new_post' || personId === null)
      .toSorted((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime())
      .map((receiver) => ({ id: uuid(), ...receiver }))
    // Seeding may have taken longer than a minute, and its events may have become notices.
    await tx.delete(notifications)
    if (rows.length === 0) return
    await tx.insert(notifications).values(rows).onConflictDoNothing()
    const readUntil = rows.findLast(({ happenedAt }) => now.getTime() - happenedAt.getTime() > unreadMs)?.id
    const everyone = await tx.select({ personId: people.id }).from(people)
    if (!readUntil || everyone.length === 0) return
    await tx
      .insert(notificationSettings)
      .values(everyone.map(({ personId }) => ({ personId, readUntil })))
      .onConflictDoUpdate({ target: notificationSettings.personId, set: { readUntil } })
  })
}
