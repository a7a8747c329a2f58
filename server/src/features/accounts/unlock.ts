import { eq } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import type { Services } from '#services.ts'
import { findLinkedPerson, sendAccountLink, useAccountLink } from './account-links.ts'
import { unlockLink } from './emails.ts'
import { people, type Person, twoFactors } from '#features/people/schema.ts'
import { resetSignInLimit } from './sign-in-limit.ts'

const linkLastsMs = 60 * 60_000

export async function sendUnlockLink(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>,
  email: string,
): Promise<void> {
  const [person] = await services.db.select().from(people).where(eq(people.email, email))
  if (!person) return
  await sendAccountLink(services, person, {
    purpose: 'unlock',
    lastsMs: linkLastsMs,
    compose: (token) => unlockLink(person, `${services.address.url}/unlock-sign-in#${token}`),
  })
}

/** Works once and returns the person. Throws 400 for an invalid link. */
export async function liftLimit(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { token, device }: { token: string; device: string | null },
): Promise<Person> {
  const found = await findLinkedPerson(services, { token, purpose: 'unlock' })
  const isUsed = found !== null && !found.isOver && (await useAccountLink(services.db, token))
  if (!isUsed) throw invalid('This link is no longer valid. Please ask for a new one.')
  const { person } = found
  await resetSignInLimit(services, { email: person.email, device })
  await services.db
    .update(twoFactors)
    .set({ failures: 0, lockedUntil: null })
    .where(eq(twoFactors.personId, person.id))
  return person
}
