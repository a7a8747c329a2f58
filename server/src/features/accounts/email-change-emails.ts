import { eq } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { issueToken } from './change-email.ts'
import { addressChanged, confirmNewAddress } from './emails.ts'
import { people } from '#features/people/schema.ts'

export async function sendChangeLink(
  { db, mail, address }: Pick<Services, 'db' | 'mail' | 'address'>,
  changeId: string,
): Promise<void> {
  const issued = await issueToken(db, { id: changeId, kind: 'confirmTokenHash', state: 'asked' })
  if (!issued) return
  const { change, token } = issued
  const link = `${address.url}/email-change#confirm.${token}`
  const { newEmail: email, personId } = change
  await mail.sendNow({ ...confirmNewAddress(email, link), personId })
}

/** Notifies the previous address of the change, with an undo link if that address was proven. */
export async function sendChangeNotice(
  { db, mail, address }: Pick<Services, 'db' | 'mail' | 'address'>,
  changeId: string,
): Promise<void> {
  const issued = await issueToken(db, { id: changeId, kind: 'undoTokenHash', state: 'changed' })
  if (!issued) return
  const { change, token } = issued
  const [person] = await db.select().from(people).where(eq(people.id, change.personId))
  if (!person || person.erasedAt) return
  const undo = change.undoBy
    ? { link: `${address.url}/email-change#undo.${token}`, until: change.undoBy, newEmail: change.newEmail }
    : null
  const { formerEmail: email, personId } = change
  await mail.sendNow({
    ...addressChanged({ email, firstName: undo ? person.firstName : null }, undo),
    personId,
  })
}
