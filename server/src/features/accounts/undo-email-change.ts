import { and, count, eq, gt, gte, inArray } from 'drizzle-orm'
import { isUniqueViolation } from '#db/database.ts'
import { conflict, invalid } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { revokeSignupTokens } from '#features/people/revoke-signup-tokens.ts'
import type { Services } from '#services.ts'
import { voidEmailedLinks } from './change-email.ts'
import { endSessions } from './end-session.ts'
import {
  backupCodes,
  emailChanges,
  knownDevices,
  passkeys,
  people,
  signInSteps,
  twoFactors,
} from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'

/**
 * Restores the previous address and returns it. The intruder knew the password, so sessions, password and what was
 * added since go, and a reset link is emailed. Throws 400 for an invalid link.
 */
export async function undoEmailChange(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'live'>,
  token: string,
): Promise<string> {
  const { db, clock, jobs, live } = services
  try {
    return await db.transaction(async (tx) => {
      const now = clock.now()
      const [change] = await tx
        .update(emailChanges)
        .set({ state: 'undone', undoTokenHash: null })
        .where(
          and(
            eq(emailChanges.undoTokenHash, tokenHash(token)),
            eq(emailChanges.state, 'changed'),
            gt(emailChanges.undoBy, now),
          ),
        )
        .returning()
      if (!change) throw invalid('This link is no longer valid: the change can no longer be undone.')
      const { personId, formerEmail, askedAt } = change
      // Later changes were made by the same intruder.
      await tx
        .update(emailChanges)
        .set({ state: 'over', confirmTokenHash: null, undoTokenHash: null })
        .where(
          and(
            eq(emailChanges.personId, personId),
            inArray(emailChanges.state, ['asked', 'changed']),
            gte(emailChanges.askedAt, askedAt),
          ),
        )
      await tx.delete(passkeys).where(and(eq(passkeys.personId, personId), gte(passkeys.createdAt, askedAt)))
      const ended = await tx
        .delete(twoFactors)
        .where(and(eq(twoFactors.personId, personId), gte(twoFactors.createdAt, askedAt)))
        .returning({ personId: twoFactors.personId })
      if (ended.length > 0) await tx.delete(backupCodes).where(eq(backupCodes.personId, personId))
      const [left] = await tx.select({ count: count() }).from(passkeys).where(eq(passkeys.personId, personId))
      await tx
        .update(people)
        .set({
          email: formerEmail,
          passwordHash: null,
          hasPasskey: (left?.count ?? 0) > 0,
          ...(ended.length > 0 ? { hasTwoFactor: false } : {}),
        })
        .where(eq(people.id, personId))
      await voidEmailedLinks(tx, personId)
      await tx.delete(signInSteps).where(eq(signInSteps.personId, personId))
      await tx.delete(knownDevices).where(eq(knownDevices.personId, personId))
      await revokeSignupTokens(tx, personId, now)
      await endSessions(tx, { live }, { personId })
      await recordAct(tx, { actorId: null, action: 'email_change_undone', personId, at: now })
      await jobs.enqueue(tx, 'password-reset', { email: formerEmail })
      await jobs.enqueue(tx, 'customer-email', { personId })
      await jobs.enqueue(tx, 'withdraw-departure', { personId, since: askedAt.toISOString() })
      return formerEmail
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'people_email_key')) throw error
    throw conflict('Another account uses this address now. Please contact support.')
  }
}
