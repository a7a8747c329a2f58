import { eq } from 'drizzle-orm'
import { invalid, Refusal } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { findLinkedPerson, sendAccountLink, useAccountLink } from './account-links.ts'
import { proveAddress } from './prove-address.ts'
import { people, type Person } from '#features/people/schema.ts'
import { personSigningIn } from './sign-in.ts'
import type { Email } from '#mail/email.ts'

const linkLastsMs = 7 * 24 * 60 * 60_000

type Emails = { unproven: (person: Person, link: string) => Email; proven?: (person: Person) => Email }

/** Emails a person the link to confirm their address, or the email `proven` if it is confirmed already. */
export async function sendConfirmLink(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>,
  personId: string,
  { unproven, proven }: Emails,
): Promise<void> {
  const { db, mail, address } = services
  const [person] = await db.select().from(people).where(eq(people.id, personId))
  if (!person || person.erasedAt) return
  if (!person.emailProvenAt)
    await sendAccountLink(services, person, {
      purpose: 'confirmEmail',
      lastsMs: linkLastsMs,
      compose: (token) => unproven(person, `${address.url}/confirm-email#${token}`),
    })
  else if (proven) await mail.sendNow(proven(person))
}

type Confirming = {
  token: string
  password: string | undefined
  viewer: Viewer | null
  device: string | null
  ip: string
}

const passwordNeeded = (message: string) => invalid(message, { password: message })

/** Prevents people from confirming an account that a stranger opened with their address. Throws 400. */
export async function requireOwner(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  person: Pick<Person, 'id' | 'email'>,
  { viewer, password, device, ip }: Omit<Confirming, 'token'>,
): Promise<void> {
  if (viewer?.id === person.id) return
  if (password === undefined) throw passwordNeeded('Please enter the password of this account.')
  try {
    await personSigningIn(services, { email: person.email, password, device, ip })
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) throw passwordNeeded('Password is incorrect.')
    throw error
  }
}

/** Confirms an address with an emailed link; using the link again changes nothing. Throws 400 for an invalid link. */
export async function confirmEmail(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'secret'>,
  given: Confirming,
): Promise<void> {
  const { token, viewer } = given
  const found = await findLinkedPerson(services, { token, purpose: 'confirmEmail' })
  if (!found) throw invalid('This link is no longer valid. Please ask for a new one in the settings.')
  const { person, isOver } = found
  if (person.emailProvenAt || isOver) return
  await requireOwner(services, person, given)
  await services.db.transaction(async (tx) => {
    if (!(await useAccountLink(tx, token))) return
    const keep = viewer?.id === person.id ? viewer.sessionId : undefined
    await proveAddress(tx, services, { personId: person.id, keep })
  })
}
