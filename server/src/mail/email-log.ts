import { and, asc, count, desc, eq, gt, ne, not, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { type EmailRow, emails, noText } from './schema.ts'
import type { Clock } from '#time/clock.ts'

/** An email of the outbox without its text, which may contain a secret. */
export type LoggedEmail = { to: string; subject: string; writtenAt: Date }

/** The most recently written emails, newest first, sent or not. The outbox retains them for a week. */
export const latestEmails = (db: Queryable, limit: number): Promise<LoggedEmail[]> =>
  db
    .select({ to: emails.to, subject: emails.subject, writtenAt: emails.writtenAt })
    .from(emails)
    .orderBy(desc(emails.writtenAt), desc(emails.id))
    .limit(limit)

export async function emailCount(db: Queryable): Promise<number> {
  const [found] = await db.select({ count: count() }).from(emails)
  return found?.count ?? 0
}

/** `isKept`: the outbox still has the text, so the email can be sent again. */
export type FailingEmail = { isKept: boolean } & Omit<
  EmailRow,
  'text' | 'replyTo' | 'declineUrl' | 'sentAt' | 'personId' | 'named'
>

const failingColumns = {
  id: emails.id,
  to: emails.to,
  subject: emails.subject,
  state: emails.state,
  attempts: emails.attempts,
  nextTryAt: emails.nextTryAt,
  problem: emails.problem,
  writtenAt: emails.writtenAt,
  isKept: sql<boolean>`${emails.text} <> ${noText}`,
}

/** Counts the emails by state, and returns up to `limit` failed and delayed ones each. */
export async function outboxState(db: Queryable, limit: number) {
  const rows = await db.select({ state: emails.state, count: count() }).from(emails).groupBy(emails.state)
  const counts = {
    waiting: 0,
    sent: 0,
    failed: 0,
    ...Object.fromEntries(rows.map((row) => [row.state, row.count])),
  }
  const failed = await db
    .select(failingColumns)
    .from(emails)
    .where(eq(emails.state, 'failed'))
    .orderBy(desc(emails.writtenAt), desc(emails.id))
    .limit(limit)
  const late = await db
    .select(failingColumns)
    .from(emails)
    .where(and(eq(emails.state, 'waiting'), gt(emails.attempts, 0), sql`${emails.problem} is not null`))
    .orderBy(asc(emails.nextTryAt), asc(emails.id))
    .limit(limit)
  return { ...counts, failedEmails: failed, lateEmails: late }
}

/** An email that is being sent is left alone. Returns the recipient, or null when nothing was retried. */
export async function retryEmail(
  tx: Queryable,
  { clock, jobs }: { clock: Clock; jobs: Pick<Jobs, 'enqueue'> },
  id: string,
): Promise<string | null> {
  const isBeingTried = sql`(${emails.state} = 'waiting' and ${emails.attempts} > 0
    and ${emails.problem} is null and ${emails.nextTryAt} > ${clock.now().toISOString()}::timestamptz)`
  const [again] = await tx
    .update(emails)
    .set({ state: 'waiting', attempts: 0, nextTryAt: clock.now() })
    .where(and(eq(emails.id, id), ne(emails.state, 'sent'), ne(emails.text, noText), not(isBeingTried)))
    .returning({ to: emails.to })
  if (!again) return null
  await jobs.enqueue(tx, 'mail', { letterId: id })
  return again.to
}

const recordRetentionMs = 7 * 24 * 60 * 60 * 1000

type Delivery = {
  to: string
  subject: string
  personId: string | null
  at: Date
  outcome: { state: 'sent' } | { state: 'waiting' | 'failed'; problem: string }
}

/** Records an attempt to deliver an email directly. Failed attempts of the same email share one row. */
export async function recordDelivery(db: Queryable, { to, subject, personId, at, outcome }: Delivery) {
  const isSent = outcome.state === 'sent'
  const known = {
    state: outcome.state,
    text: isSent ? null : noText,
    sentAt: isSent ? at : null,
    problem: isSent ? null : outcome.problem,
    // Only the job retries it; this is when the row is deleted.
    nextTryAt: new Date(at.getTime() + recordRetentionMs),
  }
  const updated = await db
    .update(emails)
    .set({ ...known, attempts: sql`${emails.attempts} + 1` })
    .where(and(eq(emails.to, to), eq(emails.subject, subject), eq(emails.text, noText)))
    .returning({ id: emails.id })
  if (updated.length === 0)
    await db
      .insert(emails)
      .values({ ...known, id: uuid(), to, subject, personId, attempts: 1, writtenAt: at })
}
