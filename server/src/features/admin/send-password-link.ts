import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { personById } from './queries.ts'

/** Enqueues the password reset email for a person; no admin sees the link. Returns 404 for an unknown person. */
export async function sendPasswordLink(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { actorId, personId }: { actorId: string; personId: string },
): Promise<{ email: string }> {
  const { email } = await personById(db, personId)
  await db.transaction(async (tx) => {
    await recordAct(tx, { actorId, action: 'password_link_sent', personId, at: clock.now() })
    await jobs.enqueue(tx, 'password-reset', { email, isByStaff: true })
  })
  return { email }
}
