import { and, eq, gt } from 'drizzle-orm'
import { accountSuspended, Refusal, tooManyRequests } from '#errors.ts'
import type { Services } from '#services.ts'
import { matchingStep } from './app-codes.ts'
import { useBackupCode } from './backup-codes.ts'
import { holdPassword } from './hold-password.ts'
import { people, type Person, signInSteps, twoFactors } from './schema.ts'
import { newToken, tokenHash } from './session-token.ts'

/** How long the second step may take, in milliseconds. */
export const secondStepLastsMs = 10 * 60_000

const failuresAtMost = 10
const lockMs = 15 * 60_000

/**
 * Remembers that somebody gave the right password; the returned token is for a cookie and proves nothing else. Refuses
 * with 401 when the password was replaced meanwhile.
 */
export async function openSecondStep(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: personId, passwordHash }: Pick<Person, 'id' | 'passwordHash'>,
): Promise<string> {
  const token = newToken()
  await db.transaction(async (tx) => {
    await holdPassword(tx, personId, passwordHash)
    await tx.insert(signInSteps).values({
      tokenHash: tokenHash(token),
      personId,
      expiresAt: new Date(clock.now().getTime() + secondStepLastsMs),
    })
  })
  return token
}

type Given = { code?: string | undefined; backupCode?: string | undefined }

/**
 * Finishes what `openSecondStep` began and returns who signs in, and with which password. Refuses with 401 without a
 * first step, and a wrong code; with 429 after ten wrong ones in a row, for a quarter of an hour. A code of the app is
 * taken once.
 */
export async function takeSecondStep(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  token: string | null,
  given: Given,
): Promise<{ personId: string; passwordHash: string | null }> {
  const { db, clock } = services
  const now = clock.now()
  // What a wrong code leaves behind must stay: it is answered after the transaction, not by breaking it off.
  const outcome = await db.transaction(async (tx) => {
    const [step] = await tx
      .select({
        personId: signInSteps.personId,
        second: twoFactors,
        isBlocked: people.isBlocked,
        passwordHash: people.passwordHash,
      })
      .from(signInSteps)
      .innerJoin(twoFactors, and(eq(twoFactors.personId, signInSteps.personId), twoFactors.isOn))
      .innerJoin(people, eq(people.id, signInSteps.personId))
      .where(and(eq(signInSteps.tokenHash, tokenHash(token ?? '')), gt(signInSteps.expiresAt, now)))
      .for('update', { of: twoFactors })
    if (!step) return tooLate()
    if (step.isBlocked) return accountSuspended()
    const { personId, second, passwordHash } = step
    if (second.lockedUntil && second.lockedUntil > now) return tooManyCodes(second.lockedUntil, now)
    const lastStep = given.code === undefined ? null : matchingStep(second, given.code, services.secret)
    const isRight =
      lastStep !== null ||
      (given.backupCode !== undefined &&
        (await useBackupCode(tx, { personId, code: given.backupCode, secret: services.secret })))
    const failures = isRight ? 0 : second.failures + 1
    const isLocked = failures >= failuresAtMost
    await tx
      .update(twoFactors)
      .set({
        failures: isLocked ? 0 : failures,
        lockedUntil: isLocked ? new Date(now.getTime() + lockMs) : null,
        ...(lastStep === null ? {} : { lastStep }),
      })
      .where(eq(twoFactors.personId, personId))
    if (!isRight) return wrongCode()
    await tx.delete(signInSteps).where(eq(signInSteps.personId, personId))
    return { personId, passwordHash }
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

const wrongCode = () => new Refusal(401, 'invalid_credentials', 'That code is not right.')
const tooLate = () => new Refusal(401, 'invalid_credentials', 'That took too long. Please sign in again.')
const tooManyCodes = (until: Date, now: Date) =>
  tooManyRequests(
    'Too many wrong codes. Please try again in a quarter of an hour.',
    Math.ceil((until.getTime() - now.getTime()) / 1000),
  )
