import type { PersonActivity } from '@touchline/contract/admin.ts'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { namesIn } from '#features/comments/mentions.ts'
import { comments } from '#features/comments/schema.ts'
import { paymentsBefore } from '#features/ledger/list-payments.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { toPayment } from '#features/ledger/to-payment.ts'
import { moderationCases, reports } from '#features/moderation/schema.ts'
import { sessions } from '#features/people/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { deviceName } from '#features/viewer/device-name.ts'
import { emails } from '#mail/schema.ts'

const shown = 5

async function paymentsOf(db: Database, id: string): Promise<PersonActivity['payments']> {
  const isOwn = eq(ledgerJournals.personId, id)
  const [count, { rows }] = await Promise.all([
    db.$count(
      ledgerJournals,
      and(isOwn, or(eq(ledgerJournals.kind, 'subscription'), eq(ledgerJournals.kind, 'tip'))),
    ),
    paymentsBefore(db, { personId: id }),
  ])
  return { count, latest: rows.slice(0, shown).map(toPayment) }
}

async function tipsOf(db: Database, id: string): Promise<PersonActivity['tips']> {
  const isOwn = eq(tips.fromPersonId, id)
  const [count, rows] = await Promise.all([
    db.$count(tips, isOwn),
    db.select().from(tips).where(isOwn).orderBy(desc(tips.createdAt), desc(tips.id)).limit(shown),
  ])
  const latest = rows.map(({ id: tipId, amountCents, message, status, createdAt }) => ({
    id: tipId,
    amountCents,
    message,
    status,
    at: createdAt.toISOString(),
  }))
  return { count, latest }
}

async function commentsOf(db: Database, id: string): Promise<PersonActivity['comments']> {
  const isOwn = and(eq(comments.personId, id), isNull(comments.removedAt))
  const [count, rows] = await Promise.all([
    db.$count(comments, isOwn),
    db.select().from(comments).where(isOwn).orderBy(desc(comments.createdAt), desc(comments.id)).limit(shown),
  ])
  const names = await namesIn(db, rows)
  const latest = rows.map(({ id: commentId, postId, content, createdAt }) => ({
    id: commentId,
    postId,
    content: names(commentId, content).content,
    at: createdAt.toISOString(),
  }))
  return { count, latest }
}

/** The subjects of the emails the outbox holds to them. Their text may contain a secret. */
async function emailsOf(db: Database, id: string): Promise<PersonActivity['emails']> {
  const isOwn = eq(emails.personId, id)
  const [count, rows] = await Promise.all([
    db.$count(emails, isOwn),
    db
      .select({ id: emails.id, subject: emails.subject, state: emails.state, writtenAt: emails.writtenAt })
      .from(emails)
      .where(isOwn)
      .orderBy(desc(emails.writtenAt), desc(emails.id))
      .limit(shown),
  ])
  const latest = rows.map(({ id: emailId, subject, state, writtenAt }) => ({
    id: emailId,
    subject,
    state,
    at: writtenAt.toISOString(),
  }))
  return { count, latest }
}

/** The moderation cases about what they wrote, and how many reports they made themselves. */
async function reportsOf(db: Database, id: string): Promise<PersonActivity['reports']> {
  const isAbout = eq(moderationCases.accusedId, id)
  const [count, madeCount, rows] = await Promise.all([
    db.$count(moderationCases, isAbout),
    db.$count(reports, eq(reports.reporterId, id)),
    db.select().from(moderationCases).where(isAbout).orderBy(desc(moderationCases.id)).limit(shown),
  ])
  const latest = rows.map(({ id: caseId, kind, measure, openedAt }) => ({
    id: caseId,
    kind,
    measure,
    at: openedAt.toISOString(),
  }))
  return { count, madeCount, latest }
}

async function sessionsOf(db: Database, id: string, now: Date): Promise<PersonActivity['sessions']> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.personId, id), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(shown)
  return rows.map((session) => ({
    id: session.id,
    device: deviceName(session.userAgent),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  }))
}

/** Returns the latest payments, tips, comments, emails, reports and sessions of a person, with their counts. */
export async function personActivity(db: Database, id: string, now: Date): Promise<PersonActivity> {
  return {
    payments: await paymentsOf(db, id),
    tips: await tipsOf(db, id),
    comments: await commentsOf(db, id),
    emails: await emailsOf(db, id),
    reports: await reportsOf(db, id),
    sessions: await sessionsOf(db, id, now),
  }
}
