import { and, eq, gt, lt, lte } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import { limits } from '#limits/limits.ts'
import { databaseRates } from '#limits/rate.ts'
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

/** How long a link is kept after it expires. */
const retentionMs = 24 * 60 * minuteMs

/**
 * Runs in a job, so that the response is the same for every address. `isByStaff` lifts the limit of five.
 * Only the newest link works. Throws while the mail server is unavailable.
 */
export async function sendResetLink(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>,
  email: string,
  { isByStaff = false }: { isByStaff?: boolean } = {},
): Promise<void> {
  const { db, clock, mail, address } = services
  const now = clock.now()
  const [person] = await db.select().from(people).where(eq(people.email, email)).limit(1)
  if (!person) return
  const rates = databaseRates(services)
  const key = `reset links ${person.id}`
  if ((await rates.count(key, limits.linkEmails)) !== null && !isByStaff) return rates.refund([key])
  const token = newToken()
  await db.transaction(async (tx) => {
    await tx.select({ id: people.id }).from(people).where(eq(people.id, person.id)).for('no key update')
    await tx.update(passwordResets).set({ isOver: true }).where(eq(passwordResets.personId, person.id))
    await tx.insert(passwordResets).values({
      tokenHash: tokenHash(token),
      personId: person.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkLastsMs),
    })
  })
  try {
    // The token exists only in the email: in no queue, and in the URL fragment, which no server sees.
    await mail.sendNow(resetLink(person, `${address.url}/reset-password#${token}`))
  } catch (error) {
    // A failed attempt does not count: the job retries more than five times.
    await rates.refund([key])
    await db.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash(token)))
    throw error
  }
}

const invalidLink = () => invalid('This link is no longer valid. Please ask for a new one.')

/**
 * Proves the address and resets the sign-in limit of the account and of this browser, `device`.
 * Throws 400 for a used, expired, replaced or unknown token and for a weak password.
 */
export async function resetPassword(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'live' | 'address' | 'secret' | 'site'>,
  { token, newPassword, device }: { token: string; newPassword: string; device: string | null },
): Promise<Person> {
  const { db, clock } = services
  const isValid = and(
    eq(passwordResets.tokenHash, tokenHash(token)),
    eq(passwordResets.isOver, false),
    gt(passwordResets.expiresAt, clock.now()),
  )
  // Check before the expensive hash; the check is repeated when the link is consumed.
  const [known] = await db.select({ personId: passwordResets.personId }).from(passwordResets).where(isValid)
  if (!known) {
    await expireResetLinks(services, token)
    throw invalidLink()
  }
  await refuseWeakPassword(services, newPassword, 'newPassword')
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

/** Expires overdue links for good, or one of them, even if the clock is set back later. */
export async function expireResetLinks(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token?: string,
): Promise<void> {
  const isLate = and(eq(passwordResets.isOver, false), lte(passwordResets.expiresAt, clock.now()))
  const isThis = token === undefined ? undefined : eq(passwordResets.tokenHash, tokenHash(token))
  await db.update(passwordResets).set({ isOver: true }).where(and(isLate, isThis))
}

export async function deleteResetLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(passwordResets)
    .where(lt(passwordResets.expiresAt, new Date(clock.now().getTime() - retentionMs)))
}
