import { and, eq, gte, inArray, type SQL } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { conflict, invalid } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { deletionCanceled } from './emails.ts'
import { departures } from '#features/people/deletion-schema.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'mail' | 'address'>

/** Cancels a person's own deletion request. Does nothing without a request; 409 once the erasure has started. */
export async function cancelDeletion(services: Deps, personId: string): Promise<void> {
  const isOwn = eq(departures.personId, personId)
  await services.db.transaction(async (tx) => {
    if (await cancelWhere(tx, services, isOwn)) return
    const [erasing] = await tx
      .select({ id: departures.id })
      .from(departures)
      .where(and(isOwn, eq(departures.state, 'erasing')))
    if (erasing) throw conflict('It is too late: your account is being deleted.')
  })
}

/** Cancels a deletion with the token from the confirmation email. Returns 400 for a void or unknown token. */
export async function cancelDeletionByLink(services: Deps, token: string): Promise<void> {
  const isCanceled = await services.db.transaction((tx) =>
    cancelWhere(tx, services, eq(departures.undoTokenHash, tokenHash(token))),
  )
  if (!isCanceled) throw invalid('This link is no longer valid: there is nothing left to take back.')
}

/** Cancels a deletion that an intruder requested since `since`, and emails the owner of the account. */
export async function cancelDeletionSince(
  services: Deps,
  { personId, since }: { personId: string; since: Date },
): Promise<void> {
  const theirs = and(eq(departures.personId, personId), gte(departures.requestedAt, since))
  await services.db.transaction((tx) => cancelWhere(tx, services, theirs))
}

async function cancelWhere(
  tx: Transaction,
  { clock, mail, address }: Omit<Deps, 'db'>,
  which: SQL | undefined,
): Promise<boolean> {
  const [canceled] = await tx
    .update(departures)
    .set({
      state: 'undone',
      endedAt: clock.now(),
      message: null,
      confirmTokenHash: null,
      undoTokenHash: null,
    })
    .where(and(which, inArray(departures.state, ['requested', 'confirmed'])))
    .returning({ personId: departures.personId })
  if (!canceled) return false
  const [person] = await tx.select().from(people).where(eq(people.id, canceled.personId))
  if (person) await mail.enqueue(tx, deletionCanceled(person, address.url))
  return true
}
