import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { people } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { conflict } from '#errors.ts'
import type { Services } from '#services.ts'
import { confirmDeletion } from './emails.ts'
import { pendingDeletionOf } from '#features/people/pending-deletion.ts'
import { departures } from '#features/people/deletion-schema.ts'

const linkLastsMs = 48 * 60 * 60_000

/** Replaces an unconfirmed request and voids its link. Throws 409 when a request is already confirmed. */
export async function requestDeletion(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { personId, message }: { personId: string; message: string },
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    // Serialize concurrent requests of one person.
    await tx.select({ id: people.id }).from(people).where(eq(people.id, personId)).for('no key update')
    const pending = await pendingDeletionOf(tx, personId, now)
    if (pending && pending.state !== 'requested')
      throw conflict('You have already confirmed this: your account is going to be deleted.')
    await tx
      .update(departures)
      .set({ state: 'lapsed', endedAt: now, confirmTokenHash: null, message: null })
      .where(and(eq(departures.personId, personId), eq(departures.state, 'requested')))
    const id = uuid()
    await tx.insert(departures).values({
      id,
      personId,
      message,
      state: 'requested',
      requestedAt: now,
      confirmBy: new Date(now.getTime() + linkLastsMs),
    })
    await jobs.enqueue(tx, 'departure-link', { departureId: id })
  })
}

/** Emails the link that confirms a request. Only its hash is stored, and each new link voids the previous one. */
export async function sendConfirmLink(
  { db, mail, address }: Pick<Services, 'db' | 'mail' | 'address'>,
  departureId: string,
): Promise<void> {
  const token = newToken()
  const [waiting] = await db
    .update(departures)
    .set({ confirmTokenHash: tokenHash(token) })
    .where(and(eq(departures.id, departureId), eq(departures.state, 'requested')))
    .returning({ personId: departures.personId })
  if (!waiting) return
  const [person] = await db.select().from(people).where(eq(people.id, waiting.personId))
  if (person) await mail.sendNow(confirmDeletion(person, `${address.url}/account-deletion#confirm.${token}`))
}
