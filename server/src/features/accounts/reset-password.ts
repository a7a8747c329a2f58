import { and, count, eq, gt, lt, lte } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import type { Services } from '#services.ts'
import { resetLink } from './emails.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { proveAddress } from './prove-address.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import { replacePassword } from './replace-password.ts'
import { passwordResets, people, type Person } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { resetSignInLimit } from './sign-in-limit.ts'

const minuteMs = 60_000
const linkLastsMs = 60 * minuteMs
const windowMs = 30 * minuteMs
const maxEmails = 5

/** How long a link is remembered after it is over. */
const retentionMs = 24 * 60 * minuteMs

/**
 * Mails a link to choose a new password, where the address belongs to somebody. It is done by a job, so that asking is
 * the same for every address. At most five letters in half an hour, which does not count where staff sends it
 * (`isByStaff`); the newest link is the one that works. Throws while the mail server takes nothing.
 */
export async function sendResetLink(
  { db, clock, mail, address }: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
  email: string,
  { isByStaff = false }: { isByStaff?: boolean } = {},
): Promise<void> {
  const now = clock.now()
  const [person] = await db.select().from(people).where(eq(people.email, email)).limit(1)
  if (!person) return
  const theirs = eq(passwordResets.personId, person.id)
  const token = newToken()
  const isKept = await db.transaction(async (tx) => {
    await tx.select({ id: people.id }).from(people).where(eq(people.id, person.id)).for('no key update')
    const [sent] = await tx
      .select({ count: count() })
      .from(passwordResets)
      .where(and(theirs, gt(passwordResets.createdAt, new Date(now.getTime() - windowMs))))
    if (!isByStaff && (sent?.count ?? 0) >= maxEmails) return false
    await tx.update(passwordResets).set({ isOver: true }).where(theirs)
    await tx.insert(passwordResets).values({
      tokenHash: tokenHash(token),
      personId: person.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkLastsMs),
    })
    return true
  })
  if (!isKept) return
  try {
    // The link is nowhere but in the letter: in no queue, and in no address that is sent to a server.
    await mail.deliver(resetLink(person, `${address.url}/reset-password#${token}`))
  } catch (error) {
    // Not one of the five: the job tries again, more often than that.
    await db.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash(token)))
    throw error
  }
}

const invalidLink = () => invalid('This link is no longer valid. Please ask for a new one.')

/**
 * Sets a new password for who was mailed this token, which proves their address, and returns them. What was tried before counts no more: neither for
 * the account nor in this browser, `device`. Refuses with 400 a token that is used, old, replaced or unknown, and a weak
 * password.
 */
export async function resetPassword(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'live' | 'address' | 'secret'>,
  { token, newPassword, device }: { token: string; newPassword: string; device: string | null },
): Promise<Person> {
  const { db, clock } = services
  const isValid = and(
    eq(passwordResets.tokenHash, tokenHash(token)),
    eq(passwordResets.isOver, false),
    gt(passwordResets.expiresAt, clock.now()),
  )
  // Before the costly work; what counts is asked again when the link is used up.
  const [known] = await db.select({ personId: passwordResets.personId }).from(passwordResets).where(isValid)
  if (!known) {
    await expireResetLinks(services, token)
    throw invalidLink()
  }
  await refuseWeakPassword(newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const person = await db.transaction(async (tx) => {
    const [used] = await tx
      .update(passwordResets)
      .set({ isOver: true })
      .where(isValid)
      .returning({ personId: passwordResets.personId })
    if (!used) throw invalidLink()
    await proveAddress(tx, services, { personId: used.personId })
    return replacePassword(tx, services, { personId: used.personId, passwordHash })
  })
  if (!person) throw invalidLink()
  await resetSignInLimit(services, { email: person.email, device })
  return person
}

/** Ends for good the links whose hour is over, or one of them, whatever the clock says later. */
export async function expireResetLinks(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token?: string,
): Promise<void> {
  const isLate = and(eq(passwordResets.isOver, false), lte(passwordResets.expiresAt, clock.now()))
  const isThis = token === undefined ? undefined : eq(passwordResets.tokenHash, tokenHash(token))
  await db.update(passwordResets).set({ isOver: true }).where(and(isLate, isThis))
}

/** Forgets links that were over a day ago. */
export async function deleteResetLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(passwordResets)
    .where(lt(passwordResets.expiresAt, new Date(clock.now().getTime() - retentionMs)))
}
