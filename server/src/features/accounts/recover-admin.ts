import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Database } from '#db/database.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { passwordResets, people, sessions } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { notified } from '#live/live-notice.ts'
import { emails } from '#mail/schema.ts'
import { clearSecondFactors } from './clear-second-factors.ts'
import { secondStepRemoved } from './emails.ts'

const linkLastsMs = 60 * 60_000

/**
 * For an operator who locked themself out: removes the second step and all sessions of an admin, and returns
 * a link to choose a new password that works once, for an hour. Returns null for an address that is no admin's.
 */
export async function recoverAdmin(
  db: Database,
  { email, now, siteUrl }: { email: string; now: Date; siteUrl: string },
): Promise<string | null> {
  const token = newToken()
  const isAdmin = await db.transaction(async (tx) => {
    const [admin] = await tx
      .select()
      .from(people)
      .where(and(eq(people.email, email.toLowerCase()), eq(people.role, 'admin')))
      .for('no key update')
    if (!admin) return false
    const personId = admin.id
    await clearSecondFactors(tx, personId, { isRecovering: admin.hasTwoFactor || admin.hasPasskey })
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.personId, personId))
      .returning({ id: sessions.id })
    for (const { id } of ended) await tx.execute(sql`select ${notified({ endSession: id })}`)
    await tx.update(passwordResets).set({ isOver: true }).where(eq(passwordResets.personId, personId))
    await tx.insert(passwordResets).values({
      tokenHash: tokenHash(token),
      personId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkLastsMs),
    })
    await recordAct(tx, {
      actorId: null,
      action: 'two_factor_removed',
      personId,
      reason: 'npm run admin:recover on the server',
      at: now,
    })
    // The running site sends what waits in its outbox.
    await tx
      .insert(emails)
      .values({ ...secondStepRemoved(admin, siteUrl), id: uuid(), personId, nextTryAt: now, writtenAt: now })
    return true
  })
  return isAdmin ? `${siteUrl}/reset-password#${token}` : null
}
