import type { Invitation, StaffRole } from '@touchline/contract/staff.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { lockUntilCommit } from '#db/database.ts'
import { notFound, Refusal } from '#errors.ts'
import { isAddressTaken } from '#features/accounts/change-email.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { invitation } from './emails.ts'
import { setupUrl } from './setup-url.ts'
import { invitations } from './schema.ts'
import { toInvitation } from './to-invitation.ts'

const linkLastsMs = 7 * 24 * 60 * 60 * 1000

/**
 * Invites somebody to become creator or admin; a job mails the link. A former invitation of the same address is over.
 * Who has an account: 409.
 */
export async function invite(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  viewer: Pick<Viewer, 'id'>,
  { email, role }: { email: string; role: StaffRole },
): Promise<Invitation> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, `invite ${email}`)
    if (await isAddressTaken(tx, { email, now }))
      throw new Refusal(
        409,
        'email_taken',
        'There is already an account with this address. Please invite another address.',
      )
    await tx
      .update(invitations)
      .set({ endedAt: now })
      .where(and(eq(invitations.email, email), isNull(invitations.endedAt)))
    const row = {
      id: uuid(),
      // Nobody has this one: the job that writes the letter makes the link.
      tokenHash: tokenHash(newToken()),
      role,
      email,
      invitedById: viewer.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkLastsMs),
    }
    await tx.insert(invitations).values(row)
    await recordAct(tx, { actorId: viewer.id, action: 'staff_invited', subject: row.id, at: now })
    await jobs.enqueue(tx, 'staff-invitation', { id: row.id })
    return toInvitation(row)
  })
}

/** Mails the link of an invitation that is still open. The link is in no queue; a letter that is sent again has a new one. */
export async function sendInvitation(
  { db, clock, mail, address }: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
  id: string,
): Promise<void> {
  const token = newToken()
  const [open] = await db
    .update(invitations)
    .set({ tokenHash: tokenHash(token) })
    .where(and(eq(invitations.id, id), isNull(invitations.endedAt), gt(invitations.expiresAt, clock.now())))
    .returning()
  if (open?.email) await mail.deliver(invitation(open.email, open.role, setupUrl(address, token)))
}

/** Takes an invitation back. None open of this id: 404. */
export async function withdrawInvitation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw notFound('Invitation')
  const at = clock.now()
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(invitations)
      .set({ endedAt: at })
      .where(and(eq(invitations.id, id), isNull(invitations.endedAt)))
      .returning({ id: invitations.id })
    if (ended.length === 0) throw notFound('Invitation')
    await recordAct(tx, { actorId: viewer.id, action: 'invitation_withdrawn', subject: id, at })
  })
}
