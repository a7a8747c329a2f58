import { and, eq, gt } from 'drizzle-orm'
import { invalid, Refusal } from '#errors.ts'
import { type Person, people, signInSteps } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { findLinkedPerson, sendAccountLink, useAccountLink } from './account-links.ts'
import { clearSecondFactors } from './clear-second-factors.ts'
import { requireOwner } from './confirm-email.ts'
import { recoveryLink, secondStepRemoved } from './emails.ts'
import { endSessions } from './end-session.ts'
import { completeRemoval, isRemovalReady } from './two-factor-removal.ts'

const linkLastsMs = 7 * 24 * 60 * 60_000

/** Emails the link that replaces a lost second step, while its removal is ready. */
export async function sendRecoveryLink(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>,
  personId: string,
): Promise<void> {
  const { db, address } = services
  const [person] = await db.select().from(people).where(eq(people.id, personId))
  if (!person || !(await isRemovalReady(db, personId))) return
  await sendAccountLink(services, person, {
    purpose: 'recover',
    lastsMs: linkLastsMs,
    compose: (token) => recoveryLink(person, `${address.url}/recover-sign-in#${token}`),
  })
}

/** Sends the link again to a person whose password was right. Throws 401 without a first step. */
export async function resendRecoveryLink(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  token: string | null,
): Promise<void> {
  const [step] = await db
    .select({ personId: signInSteps.personId })
    .from(signInSteps)
    .where(and(eq(signInSteps.tokenHash, tokenHash(token ?? '')), gt(signInSteps.expiresAt, clock.now())))
  if (!step) throw new Refusal(401, 'invalid_credentials', 'That took too long. Please sign in again.')
  await jobs.enqueue(db, 'recovery-link', { personId: step.personId })
}

type Given = { token: string; password: string | undefined; device: string | null; ip: string }

const invalidLink = () => invalid('This link is no longer valid. Sign in to get a new one.')

/**
 * Ends all sessions, deletes the lost second step and requires a new one. Returns the person, who may be signed in.
 * Throws 400 for an invalid link and a wrong password.
 */
export async function recoverSignIn(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'mail' | 'address' | 'secret'>,
  { token, ...given }: Given,
): Promise<Pick<Person, 'id' | 'passwordHash'>> {
  const { db, mail, address } = services
  const found = await findLinkedPerson(services, { token, purpose: 'recover' })
  if (!found || found.isOver || !(await isRemovalReady(db, found.person.id))) throw invalidLink()
  const { person } = found
  await requireOwner(services, person, { ...given, viewer: null })
  await db.transaction(async (tx) => {
    if (!(await useAccountLink(tx, token)) || !(await completeRemoval(tx, services, person.id)))
      throw invalidLink()
    await clearSecondFactors(tx, person.id, { isRecovering: true })
    await endSessions(tx, services, { personId: person.id })
    await mail.enqueue(tx, secondStepRemoved(person, address.url))
  })
  return person
}
