import { and, asc, eq, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#clock.ts'
import type { Database } from '#db/database.ts'
import type { PostOffice } from './post-office.ts'
import { notKept } from './record-delivery.ts'
import { letters } from './schema.ts'

export type ForLetters = {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  post: PostOffice
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a letter waits after each try that failed, in minutes; after the last it is given up. */
const pauses = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60]

/** How long whoever tries a letter has it alone: longer than the most patient talk with a server takes. */
const claimMs = 10 * minuteMs

type Outcome = 'sent' | 'not now' | 'refused' | 'nobody there'

/** What a failure means: the server refuses this letter for good, or for now, or there is no server to talk to. */
export function meaningOf(error: unknown): Exclude<Outcome, 'sent'> {
  if (!(error instanceof Error)) return 'not now'
  const code = 'code' in error ? String(error.code) : ''
  const answered = 'responseCode' in error ? Number(error.responseCode) : Number.NaN
  // A server that does not let us in at all says nothing about the letter.
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return answered >= 400 && answered < 500 ? 'not now' : 'refused'
  return 'nobody there'
}

/** What went wrong, short and fit to be stored. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.toWellFormed().replaceAll('\u0000', '').slice(0, 500) || 'It failed without a word.'
}

/**
 * Tries to send a letter whose time has come; null when it is somebody else's turn, or nobody's. That it is being tried
 * is written down before: a process that is killed meanwhile loses nothing, and sends at most this one twice. While it
 * is tried there is no `problem`.
 */
export async function sendLetter(
  { db, clock, log, post }: ForLetters,
  letterId: string,
): Promise<Outcome | null> {
  const now = clock.now()
  const [claimed] = await db
    .update(letters)
    .set({
      attempts: sql`${letters.attempts} + 1`,
      nextTryAt: new Date(now.getTime() + claimMs),
      problem: null,
    })
    .where(
      and(
        eq(letters.id, letterId),
        eq(letters.state, 'waiting'),
        ne(letters.text, notKept),
        lte(letters.nextTryAt, now),
      ),
    )
    .returning()
  if (!claimed) return null
  const { id, to, replyTo, subject, text, declineUrl, attempts, writtenAt, personId, named } = claimed
  const isStillMine = and(eq(letters.id, id), eq(letters.state, 'waiting'), eq(letters.attempts, attempts))
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
    const meaning = meaningOf(error)
    const isOver = meaning === 'refused' || attempts >= pauses.length
    log[isOver ? 'error' : 'warn'](
      { err: error, letterId, ...(isOver ? { alert: 'letter-failed' } : {}) },
      isOver ? 'a letter could not be sent and is given up' : 'a letter could not be sent; it is tried again',
    )
    const pauseMs = (pauses[attempts - 1] ?? 0) * minuteMs
    const nextTryAt = new Date(clock.now().getTime() + pauseMs)
    await db
      .update(letters)
      .set({ problem: wordsOf(error), nextTryAt, ...(isOver ? { state: 'failed' as const } : {}) })
      .where(isStillMine)
    return meaning
  }
  await db
    .update(letters)
    .set({ state: 'sent', sentAt: clock.now(), text: null, problem: null, named: [] })
    .where(isStillMine)
  return 'sent'
}

const atOnce = 10

/**
 * Sends what waits and is due, ten at a time, so that one the server is slow about does not hold up the others. While
 * there is no server it stops after the first ten.
 */
export async function sendWaiting(services: ForLetters): Promise<void> {
  const { db, clock } = services
  for (;;) {
    const due = await db
      .select({ id: letters.id })
      .from(letters)
      .where(
        and(eq(letters.state, 'waiting'), ne(letters.text, notKept), lte(letters.nextTryAt, clock.now())),
      )
      .orderBy(asc(letters.nextTryAt))
      .limit(atOnce)
    if (due.length === 0) return
    const outcomes = await Promise.all(due.map(({ id }) => sendLetter(services, id)))
    if (outcomes.every((outcome) => outcome === 'nobody there')) return
  }
}

const keptSentMs = 7 * dayMs
const keptFailedMs = 30 * dayMs

/** Forgets letters that were sent a week ago, and those that were given up a month ago. */
export async function forgetLetters({ db, clock }: Pick<ForLetters, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  await db
    .delete(letters)
    .where(
      or(
        and(eq(letters.state, 'sent'), lt(letters.writtenAt, before(keptSentMs))),
        and(eq(letters.state, 'failed'), lt(letters.writtenAt, before(keptFailedMs))),
        and(eq(letters.text, notKept), lt(letters.nextTryAt, clock.now())),
      ),
    )
}
