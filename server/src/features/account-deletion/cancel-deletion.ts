import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { conflict, invalid } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { deletionCanceled } from './emails.ts'
import { departures } from '#features/people/deletion-schema.ts'

type ForUndo = Pick<Services, 'db' | 'clock' | 'mail' | 'address'>

/** Takes a person's own request back. Where there is none nothing changes; 409 once it is being carried out. */
export async function cancelDeletion(services: ForUndo, personId: string): Promise<void> {
  const theirs = eq(departures.personId, personId)
  await services.db.transaction(async (tx) => {
    if (await takeBack(tx, services, theirs)) return
    const [erasing] = await tx
      .select({ id: departures.id })
      .from(departures)
      .where(and(theirs, eq(departures.state, 'erasing')))
    if (erasing) throw conflict('It is too late: your account is being deleted.')
  })
}

/** The same with the token of the letter that said it was confirmed: 400 for one that is void or unknown. */
export async function cancelDeletionByLink(services: ForUndo, token: string): Promise<void> {
  const isUndone = await services.db.transaction((tx) =>
    takeBack(tx, services, eq(departures.undoTokenHash, tokenHash(token))),
  )
  if (!isUndone) throw invalid('This link is no longer valid: there is nothing left to take back.')
}

async function takeBack(tx: Transaction, { clock, mail, address }: ForUndo, which: SQL): Promise<boolean> {
  const [undone] = await tx
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
  if (!undone) return false
  const [person] = await tx.select().from(people).where(eq(people.id, undone.personId))
  if (person) await mail.send(tx, deletionCanceled(person, address.url))
  return true
}
