import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { emails } from './schema.ts'

/**
 * The text of an email that is delivered directly, because it holds a secret. Its row only shows what became of it: the
 * job that wrote it tries it again.
 */
export const noText = ''

const keptForMs = 7 * 24 * 60 * 60 * 1000

type Delivery = {
  to: string
  subject: string
  personId: string | null
  at: Date
  outcome: { state: 'sent' } | { state: 'waiting' | 'failed'; problem: string }
}

/** Records one try to deliver an email directly. Tries of the same email that failed before are one row with it. */
export async function recordDelivery(db: Queryable, { to, subject, personId, at, outcome }: Delivery) {
  const isSent = outcome.state === 'sent'
  const known = {
    state: outcome.state,
    text: isSent ? null : noText,
    sentAt: isSent ? at : null,
    problem: isSent ? null : outcome.problem,
    // Nothing but the job tries it; this is when its row is forgotten.
    nextTryAt: new Date(at.getTime() + keptForMs),
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
