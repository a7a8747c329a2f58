import { and, asc, count, desc, eq, gt, ne, not, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { notKept } from './record-delivery.ts'
import { type LetterRow, letters } from './schema.ts'
import type { Clock } from '#time/clock.ts'

/** A letter of the outbox, without its text, which may hold a secret. */
export type Letter = { to: string; subject: string; writtenAt: Date }

/** The letters that were written last, newest first, delivered or not. The outbox keeps them for a week. */
export const lastLetters = (db: Queryable, limit: number): Promise<Letter[]> =>
  db
    .select({ to: letters.to, subject: letters.subject, writtenAt: letters.writtenAt })
    .from(letters)
    .orderBy(desc(letters.writtenAt), desc(letters.id))
    .limit(limit)

/** How many letters the outbox holds. */
export async function letterCount(db: Queryable): Promise<number> {
  const [found] = await db.select({ count: count() }).from(letters)
  return found?.count ?? 0
}

/** `isKept`: the outbox holds its text and can send it again. */
export type Troubled = { isKept: boolean } & Omit<
  LetterRow,
  'text' | 'replyTo' | 'declineUrl' | 'sentAt' | 'personId' | 'named'
>

const troubled = {
  id: letters.id,
  to: letters.to,
  subject: letters.subject,
  state: letters.state,
  attempts: letters.attempts,
  nextTryAt: letters.nextTryAt,
  problem: letters.problem,
  writtenAt: letters.writtenAt,
  isKept: sql<boolean>`${letters.text} <> ${notKept}`,
}

/** How the outbox stands: how many letters are in which state, and of those in trouble the first `limit` each. */
export async function outboxState(db: Queryable, limit: number) {
  const rows = await db.select({ state: letters.state, count: count() }).from(letters).groupBy(letters.state)
  const counts = {
    waiting: 0,
    sent: 0,
    failed: 0,
    ...Object.fromEntries(rows.map((row) => [row.state, row.count])),
  }
  const failed = await db
    .select(troubled)
    .from(letters)
    .where(eq(letters.state, 'failed'))
    .orderBy(desc(letters.writtenAt), desc(letters.id))
    .limit(limit)
  const late = await db
    .select(troubled)
    .from(letters)
    .where(and(eq(letters.state, 'waiting'), gt(letters.attempts, 0), sql`${letters.problem} is not null`))
    .orderBy(asc(letters.nextTryAt), asc(letters.id))
    .limit(limit)
  return { ...counts, failedLetters: failed, lateLetters: late }
}

/**
 * Gives a letter that failed, or waits for another try, its next try now; one that is being tried is left alone. Answers
 * whom it is for; null without one.
 */
export async function tryLetterAgain(
  tx: Queryable,
  { clock, jobs }: { clock: Clock; jobs: Pick<Jobs, 'enqueue'> },
  letterId: string,
): Promise<string | null> {
  const isBeingTried = sql`(${letters.state} = 'waiting' and ${letters.attempts} > 0
    and ${letters.problem} is null and ${letters.nextTryAt} > ${clock.now().toISOString()}::timestamptz)`
  const [again] = await tx
    .update(letters)
    .set({ state: 'waiting', attempts: 0, nextTryAt: clock.now() })
    .where(
      and(eq(letters.id, letterId), ne(letters.state, 'sent'), ne(letters.text, notKept), not(isBeingTried)),
    )
    .returning({ to: letters.to })
  if (!again) return null
  await jobs.enqueue(tx, 'mail', { letterId })
  return again.to
}
