import { and, eq, gt } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { accountSuspended, Refusal, tooManyRequests } from '#errors.ts'
import { lockPassword } from '#features/people/passwords.ts'
import { people, type Person, signInSteps, twoFactors } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { limits } from '#limits/limits.ts'
import { databaseRates } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { matchingStep } from './app-codes.ts'
import { useBackupCode } from './backup-codes.ts'
import { isDeviceOf } from './known-devices.ts'
import { cancelRemoval } from './two-factor-removal.ts'

export const secondStepLifeMs = 10 * 60_000

const maxFailures = 10
const lockMs = 15 * 60_000

/** The returned token goes into a cookie and proves nothing else. Throws 401 if the password was replaced since. */
export async function beginSecondStep(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: personId, passwordHash }: Pick<Person, 'id' | 'passwordHash'>,
): Promise<string> {
  const token = newToken()
  await db.transaction(async (tx) => {
    await lockPassword(tx, personId, passwordHash)
    await tx.insert(signInSteps).values({
      tokenHash: tokenHash(token),
      personId,
      expiresAt: new Date(clock.now().getTime() + secondStepLifeMs),
    })
  })
  return token
}

type Given = { code?: string | undefined; backupCode?: string | undefined }

/** Throws 401 without a first step or for a wrong or used code, 429 for a quarter of an hour after ten wrong ones. */
export async function finishSecondStep(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { token, device }: { token: string | null; device: string | null },
  given: Given,
): Promise<{ personId: string; passwordHash: string | null }> {
  const { db, clock } = services
  const now = clock.now()
  // A wrong code must commit its count, so the refusal is thrown after the transaction.
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
    // A known browser is counted on its own: an attacker elsewhere cannot lock it out.
    const rates = databaseRates({ ...services, db: tx })
    const ownKey =
      device !== null && (await isDeviceOf(tx, { personId, device })) ? keyOf(device, personId) : null
    if (ownKey !== null) {
      const waitSeconds = await rates.count(ownKey, limits.loginOfAccount)
      if (waitSeconds !== null) return tooManyCodes(waitSeconds)
    } else if (second.lockedUntil && second.lockedUntil > now)
      return tooManyCodes(Math.ceil((second.lockedUntil.getTime() - now.getTime()) / 1000))
    const lastStep = given.code === undefined ? null : matchingStep(second, given.code, services.secret)
    const isRight =
      lastStep !== null ||
      (given.backupCode !== undefined &&
        (await useBackupCode(tx, { personId, code: given.backupCode, secret: services.secret })))
    if (lastStep !== null)
      await tx.update(twoFactors).set({ lastStep }).where(eq(twoFactors.personId, personId))
    if (ownKey === null) await countFailure(tx, { second, isRight, now })
    else if (isRight) await rates.reset(ownKey)
    if (!isRight) return wrongCode()
    await tx.delete(signInSteps).where(eq(signInSteps.personId, personId))
    // A person who enters the second step has not lost it.
    await cancelRemoval(tx, services, { personId, actorId: personId })
    return { personId, passwordHash }
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

const keyOf = (device: string, personId: string) => `second step ${tokenHash(device)} ${personId}`

/** Counts the failures of all unknown browsers together. */
async function countFailure(
  tx: Transaction,
  { second, isRight, now }: { second: typeof twoFactors.$inferSelect; isRight: boolean; now: Date },
): Promise<void> {
  const failures = isRight ? 0 : second.failures + 1
  const isLocked = failures >= maxFailures
  await tx
    .update(twoFactors)
    .set({
      failures: isLocked ? 0 : failures,
      lockedUntil: isLocked ? new Date(now.getTime() + lockMs) : null,
    })
    .where(eq(twoFactors.personId, second.personId))
}

const wrongCode = () => new Refusal(401, 'invalid_credentials', 'That code is not right.')
const tooLate = () => new Refusal(401, 'invalid_credentials', 'That took too long. Please sign in again.')
const tooManyCodes = (waitSeconds: number) => tooManyRequests('Too many wrong codes.', waitSeconds)
