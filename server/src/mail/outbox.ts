import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/database.ts'
import type { MailTransport } from './transport.ts'
import { noText } from './record-delivery.ts'
import { type EmailRow, emails } from './schema.ts'
import type { Clock } from '#time/clock.ts'

export type ForOutbox = {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  post: MailTransport
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a letter waits after each try that failed, in minutes; after the last it is given up. */
const pauses = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60]

/** How long whoever tries a letter has it alone: longer than the most patient talk with a server takes. */
const claimMs = 10 * minuteMs

type Outcome = 'sent' | 'not now' | 'refused' | 'nobody there'

/** What a failure means: the server refuses this letter for good, or for now, or there is no server to talk to. */
export function classifySendError(error: unknown): Exclude<Outcome, 'sent'> {
  if (!(error instanceof Error)) return 'not now'
  const code = 'code' in error ? String(error.code) : ''
  const answered = 'responseCode' in error ? Number(error.responseCode) : Number.NaN
  // A server that does not let us in at all says nothing about the letter.
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return answered >= 400 && answered < 500 ? 'not now' : 'refused'
  return 'nobody there'
}

/** What went wrong, short and fit to be stored. */
export function problemText(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.toWellFormed().replaceAll('\u0000', '').slice(0, 500) || 'It failed without a word.'
}

/** What the site delivers at once has a row, too, but no text to try again. */
const isDue = (now: Date) =>
  and(eq(emails.state, 'waiting'), ne(emails.text, noText), lte(emails.nextTryAt, now))

/** Takes the letter that `which` selects, if its time has come, for the time of one try. */
async function claim({ db, clock }: ForOutbox, which: SQL): Promise<EmailRow | null> {
  const now = clock.now()
  const [claimed] = await db
    .update(emails)
    .set({
      attempts: sql`${emails.attempts} + 1`,
      nextTryAt: new Date(now.getTime() + claimMs),
      problem: null,
    })
    .where(and(which, isDue(now)))
    .returning()
  return claimed ?? null
}

/**
 * Tries to send a letter whose time has come; null when it is somebody else's turn, or nobody's. That it is being tried
 * is written down before: a process that is killed meanwhile loses nothing, and sends at most this one twice. While it
 * is tried there is no `problem`.
 */
export async function sendEmail(services: ForOutbox, letterId: string): Promise<Outcome | null> {
  const claimed = await claim(services, eq(emails.id, letterId))
  return claimed && attempt(services, claimed)
}

async function attempt(services: ForOutbox, claimed: EmailRow): Promise<Outcome> {
  const { clock, log, post } = services
  const { id, to, replyTo, subject, text, declineUrl, attempts, writtenAt, personId, named } = claimed
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
    const meaning = classifySendError(error)
    const isOver = meaning === 'refused' || attempts >= pauses.length
    log[isOver ? 'error' : 'warn'](
      { err: error, letterId: id, ...(isOver ? { alert: 'letter-failed' } : {}) },
      isOver ? 'a letter could not be sent and is given up' : 'a letter could not be sent; it is tried again',
    )
    const pauseMs = (pauses[attempts - 1] ?? 0) * minuteMs
    const nextTryAt = new Date(clock.now().getTime() + pauseMs)
    await record(services, claimed, {
      problem: problemText(error),
      nextTryAt,
      ...(isOver ? { state: 'failed' } : {}),
    })
    return meaning
  }
  await record(services, claimed, {
    state: 'sent',
    sentAt: clock.now(),
    text: null,
    problem: null,
    named: [],
  })
  return 'sent'
}

/** The outcome is recorded with retries for as long as nobody else can claim the letter. */
const recordForMs = claimMs - minuteMs
const longestPauseMs = 5000

/**
 * Writes down what became of a try, and again when the database does not take it: an email that was sent and does not
 * say so is sent a second time once its claim has run out.
 */
async function record(
  { db, log }: ForOutbox,
  { id, attempts }: EmailRow,
  outcome: Partial<typeof emails.$inferInsert>,
): Promise<void> {
  const isStillOurs = and(eq(emails.id, id), eq(emails.state, 'waiting'), eq(emails.attempts, attempts))
  const startedAt = performance.now()
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await db.update(emails).set(outcome).where(isStillOurs)
      return
    } catch (error) {
      if (performance.now() - startedAt > recordForMs) throw error
      log.warn({ err: error, letterId: id }, 'recording the outcome of an email failed; retrying')
      await pause(pauseMs, undefined, { ref: false })
    }
  }
}

/** Emails that can be declined go to many people at once; the others must not wait for them. */
const bulk = isNotNull(emails.declineUrl)
const urgent = isNull(emails.declineUrl)

const urgentLanes = 10

/** Sends the emails of one person's own concern that are due, several at a time. */
export const sendUrgent = (services: ForOutbox): Promise<void> => sendAll(services, urgent, urgentLanes)

/** Sends the emails to many people that are due, over as many connections as the pool has. */
export const sendBulk = (services: ForOutbox, lanes: number): Promise<void> => sendAll(services, bulk, lanes)

/** Whether emails to many people are due. */
export async function isBulkDue({ db, clock }: Pick<ForOutbox, 'db' | 'clock'>): Promise<boolean> {
  const due = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(bulk, isDue(clock.now())))
    .limit(1)
  return due.length > 0
}

/**
 * Each lane sends one email after the other, so that one the server is slow about holds up its lane only. A lane ends
 * where there is no server to talk to.
 */
async function sendAll(services: ForOutbox, which: SQL, lanes: number): Promise<void> {
  const lane = async () => {
    for (;;) {
      const claimed = await claim(services, nextOf(services, which))
      if (!claimed || (await attempt(services, claimed)) === 'nobody there') return
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** The id of the next letter that is due and that no other lane or process is taking. */
const nextOf = ({ db, clock }: ForOutbox, which: SQL): SQL =>
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

const keptSentMs = 7 * dayMs
const keptFailedMs = 30 * dayMs

/** Forgets letters that were sent a week ago, and those that were given up a month ago. */
export async function deleteOldEmails({ db, clock }: Pick<ForOutbox, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  await db
    .delete(emails)
    .where(
      or(
        and(eq(emails.state, 'sent'), lt(emails.writtenAt, before(keptSentMs))),
        and(eq(emails.state, 'failed'), lt(emails.writtenAt, before(keptFailedMs))),
        and(eq(emails.text, noText), lt(emails.nextTryAt, clock.now())),
      ),
    )
}
