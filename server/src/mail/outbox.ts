import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, isNotNull, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { MailPool } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { claimed, isStillClaimed, problemText } from '#jobs/attempts.ts'
import { paced } from '#limits/pace.ts'
import type { MailTransport } from './transport.ts'
import { type EmailRow, emails, noText } from './schema.ts'
import type { Clock } from '#time/clock.ts'

export type OutboxServices = {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  post: MailTransport
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Minutes to wait after each failed attempt. After the last one the email fails for good. */
const pauses = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60]

/** How long a claimed email is reserved: longer than the slowest conversation with a mail server. */
const claimMs = 10 * minuteMs

type Outcome = 'sent' | 'not now' | 'refused' | 'unreachable'

/** Returns 'refused' for good, 'not now' for now; otherwise the server cannot be reached. */
export function classifySendError(error: unknown): Exclude<Outcome, 'sent'> {
  if (!(error instanceof Error)) return 'not now'
  const code = 'code' in error ? String(error.code) : ''
  const answered = 'responseCode' in error ? Number(error.responseCode) : Number.NaN
  // A server that rejects the connection says nothing about the email.
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return answered >= 400 && answered < 500 ? 'not now' : 'refused'
  return 'unreachable'
}

/** Emails delivered directly have a row without text, and cannot be retried. */
const isDue = (now: Date) =>
  and(eq(emails.state, 'waiting'), ne(emails.text, noText), lte(emails.nextTryAt, now))

async function claim({ db, clock }: OutboxServices, which: SQL): Promise<EmailRow | null> {
  const now = clock.now()
  const [email] = await db
    .update(emails)
    .set({ ...claimed(emails), nextTryAt: new Date(now.getTime() + claimMs), problem: null })
    .where(and(which, isDue(now)))
    .returning()
  return email ?? null
}

/** Returns null when it is not due or claimed elsewhere. A process that is killed sends at most this email twice. */
export async function sendEmail(services: OutboxServices, id: string): Promise<Outcome | null> {
  const email = await claim(services, eq(emails.id, id))
  return email && attempt(services, email)
}

async function attempt(services: OutboxServices, email: EmailRow): Promise<Outcome> {
  const { clock, log, post } = services
  const { id, to, replyTo, subject, text, declineUrl, attempts, writtenAt, personId, named } = email
  try {
    await post({
      id,
      to,
      subject,
      writtenAt,
      text: text ?? '',
      ...(replyTo ? { replyTo } : {}),
      named,
      ...(declineUrl ? { declineUrl } : {}),
      ...(personId ? { personId } : {}),
    })
  } catch (error) {
    const outcome = classifySendError(error)
    const isOver = outcome === 'refused' || attempts >= pauses.length
    log[isOver ? 'error' : 'warn'](
      { err: error, emailId: id, ...(isOver ? { alert: 'email-failed' } : {}) },
      isOver ? 'email failed for good' : 'email failed; it will be retried',
    )
    const pauseMs = (pauses[attempts - 1] ?? 0) * minuteMs
    const nextTryAt = new Date(clock.now().getTime() + pauseMs)
    await record(services, email, {
      problem: problemText(error),
      nextTryAt,
      ...(isOver ? { state: 'failed' } : {}),
    })
    return outcome
  }
  await record(services, email, {
    state: 'sent',
    sentAt: clock.now(),
    text: null,
    problem: null,
    named: [],
  })
  return 'sent'
}

/** How long to retry recording an outcome: while no other process can claim the email. */
const recordForMs = claimMs - minuteMs
const maxPauseMs = 5000

/** Retries while the database is away: a sent email without a record is sent again when its claim expires. */
async function record(
  { db, log }: OutboxServices,
  email: EmailRow,
  outcome: Partial<typeof emails.$inferInsert>,
): Promise<void> {
  const isStillOurs = and(eq(emails.state, 'waiting'), isStillClaimed(emails, email))
  const startedAt = performance.now()
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      await db.update(emails).set(outcome).where(isStillOurs)
      return
    } catch (error) {
      if (performance.now() - startedAt > recordForMs) throw error
      log.warn({ err: error, emailId: email.id }, 'recording the outcome of an email failed; retrying')
      await pause(pauseMs, undefined, { ref: false })
    }
  }
}

/** Emails with an unsubscribe link go to many people. The others must not wait for them. */
const bulk = isNotNull(emails.declineUrl)
const urgent = isNull(emails.declineUrl)

const urgentLanes = 10

export const sendUrgent = (services: OutboxServices): Promise<void> =>
  sendAll(services, urgent, { connections: urgentLanes, perSecond: 0 })

/** Sends the due bulk emails over all connections of the pool. */
export const sendBulk = (services: OutboxServices, pool: MailPool): Promise<void> =>
  sendAll(services, bulk, pool)

/** Whether bulk emails are due. */
export async function isBulkDue({ db, clock }: Pick<OutboxServices, 'db' | 'clock'>): Promise<boolean> {
  const due = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(bulk, isDue(clock.now())))
    .limit(1)
  return due.length > 0
}

/** A slow email only delays its own lane. A lane ends when the server is unreachable. */
async function sendAll(
  services: OutboxServices,
  which: SQL,
  { connections, perSecond }: Pick<MailPool, 'connections' | 'perSecond'>,
): Promise<void> {
  const turn = paced(perSecond)
  const lane = async () => {
    for (;;) {
      await turn()
      const email = await claim(services, nextOf(services, which))
      if (!email || (await attempt(services, email)) === 'unreachable') return
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
}

/** Selects the next due email that no other lane or process is claiming. */
const nextOf = ({ db, clock }: OutboxServices, which: SQL): SQL =>
  eq(
    emails.id,
    db
      .select({ id: emails.id })
      .from(emails)
      .where(and(which, isDue(clock.now())))
      .orderBy(asc(emails.nextTryAt))
      .limit(1)
      .for('update', { skipLocked: true }),
  )

const sentRetentionMs = 7 * dayMs
const failedRetentionMs = 30 * dayMs

/** Deletes emails sent a week ago and emails that failed a month ago. */
export async function deleteOldEmails({ db, clock }: Pick<OutboxServices, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  await db
    .delete(emails)
    .where(
      or(
        and(eq(emails.state, 'sent'), lt(emails.writtenAt, before(sentRetentionMs))),
        and(eq(emails.state, 'failed'), lt(emails.writtenAt, before(failedRetentionMs))),
        and(eq(emails.text, noText), lt(emails.nextTryAt, clock.now())),
      ),
    )
}
