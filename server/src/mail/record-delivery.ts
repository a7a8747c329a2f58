import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { emails } from './schema.ts'

/**
 * The stored text of an email that is delivered directly because it contains a secret. The row only records
 * the outcome; the job that wrote the email retries it.
 */
export const noText = ''

const retentionMs = 7 * 24 * 60 * 60 * 1000

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
    nextTryAt: new Date(at.getTime() + retentionMs),
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
