import type { Invitation, StaffRole } from '@touchline/contract/staff.ts'
import { createHmac } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { lockUntilCommit, type Queryable } from '#db/database.ts'
import { notFound, Refusal } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { isAddressTaken } from '#features/people/create-person.ts'
import { tokenHash } from '#features/people/tokens.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { invitation } from './emails.ts'
import { invitations } from './schema.ts'
import { setupUrl } from './setup-url.ts'
import { toInvitation } from './to-invitation.ts'

const linkLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** Derived from the id, so that an admin can copy the link that the email has, and no queue stores it. */
const invitationToken = (secret: string, id: string) =>
  createHmac('sha256', secret).update(`invitation ${id}`).digest('base64url')

/** Replaces an earlier invitation of the same address. Throws 409 for an address that has an account. */
export async function invite(
  { db, clock, jobs, secret }: Pick<Services, 'db' | 'clock' | 'jobs' | 'secret'>,
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
    const id = uuid()
    const row = {
      id,
      tokenHash: tokenHash(invitationToken(secret, id)),
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

/** Opens the link of an open invitation. Invitations of earlier versions had a random token, which ends here. */
async function openLink(
  { clock, address, secret }: Pick<Services, 'clock' | 'address' | 'secret'>,
  db: Queryable,
  id: string,
) {
  const token = invitationToken(secret, id)
  const [open] = await db
    .update(invitations)
    .set({ tokenHash: tokenHash(token) })
    .where(
      and(
        eq(invitations.id, id),
        isNotNull(invitations.email),
        isNull(invitations.endedAt),
        gt(invitations.expiresAt, clock.now()),
      ),
    )
    .returning()
  return open && { ...open, url: setupUrl(address, token) }
}

/** Emails the link of an open invitation. */
export async function sendInvitation(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'site' | 'secret'>,
  id: string,
): Promise<void> {
  const open = await openLink(services, services.db, id)
  if (open?.email)
    await services.mail.sendNow(invitation(open.email, open.role, open.url, services.site.settings.name))
}

/** Returns the link of an open invitation, the same as in its email. Throws 404 for another one. */
export async function showInvitationLink(
  services: Pick<Services, 'db' | 'clock' | 'address' | 'secret'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<{ url: string }> {
  if (!isUuid(id)) throw notFound('Invitation')
  return services.db.transaction(async (tx) => {
    const open = await openLink(services, tx, id)
    if (!open) throw notFound('Invitation')
    const at = services.clock.now()
    await recordAct(tx, { actorId: viewer.id, action: 'invitation_link_shown', subject: id, at })
    return { url: open.url }
  })
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
