import type { Invitation, StaffRole } from '@touchline/contract/staff.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { lockUntilCommit } from '#db/database.ts'
import { notFound, Refusal } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { isAddressTaken } from '#features/people/create-person.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { invitation } from './emails.ts'
import { invitations } from './schema.ts'
import { setupUrl } from './setup-url.ts'
import { toInvitation } from './to-invitation.ts'

const linkLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** Replaces an earlier invitation of the same address. Throws 409 for an address that has an account. */
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
      // A placeholder: the job that sends the email creates the real token.
      tokenHash: tokenHash(newToken()),
      role,
      email,
      invitedById: viewer.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkLifetimeMs),
    }
    await tx.insert(invitations).values(row)
    await recordAct(tx, { actorId: viewer.id, action: 'staff_invited', subject: row.id, at: now })
    await jobs.enqueue(tx, 'staff-invitation', { id: row.id })
    return toInvitation(row)
  })
}

/** Emails the link of an open invitation. Each attempt creates a new token, so that no queue stores it. */
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
  if (open?.email) await mail.sendNow(invitation(open.email, open.role, setupUrl(address, token)))
}

/** Withdraws an open invitation. Returns 404 for an unknown one. */
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
