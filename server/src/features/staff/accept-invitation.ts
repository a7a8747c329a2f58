import { and, count, eq, gt, isNull } from 'drizzle-orm'
import { isUniqueViolation, lockUntilCommit, type Queryable, type Transaction } from '#db/database.ts'
import { Refusal } from '#errors.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import { people } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'
import { recordAgreement } from '#features/agreements/record-agreement.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { endInvitations } from './end-invitations.ts'
import { hasAdmin } from './first-admin.ts'
import { invitations } from './schema.ts'

type Invited = typeof invitations.$inferSelect
type Ones = Pick<Services, 'db' | 'clock'>
type Newcomer = { firstName: string; lastName: string; email: string; password: string }

const linkIsOver = () =>
  new Refusal(404, 'not_found', 'This link is no longer valid. Please ask for a new one.')

/**
 * The invitation a link stands for, before anything is done with it; one whose time is over is ended for good. Refuses as
 * `invitationOf` does.
 */
export async function openInvitation(services: Ones, token: string | undefined): Promise<Invited> {
  if (token) await endInvitations(services, token)
  return invitationOf(services.db, services, token)
}

/** The invitation a link stands for. Without a token: 403; one that is used, old, replaced or unknown: 404. */
async function invitationOf(
  tx: Queryable,
  { clock }: Pick<Services, 'clock'>,
  token: string | undefined,
): Promise<Invited> {
  if (!token) throw new Refusal(403, 'invalid_credentials', 'This link is incomplete.')
  const [found] = await tx
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.tokenHash, tokenHash(token)),
        isNull(invitations.endedAt),
        gt(invitations.expiresAt, clock.now()),
      ),
    )
    .for('update')
  if (!found) throw linkIsOver()
  return found
}

/** The first creator there is becomes the one the club is built around. */
async function isToBeMain(tx: Transaction, { role }: Invited): Promise<boolean> {
  if (role !== 'creator') return false
  await lockUntilCommit(tx, 'main creator')
  const [main] = await tx.select({ count: count() }).from(people).where(eq(people.isMainInfluencer, true))
  return main?.count === 0
}

/**
 * Makes the account a link is for and returns its id. An invited address is the account's, whatever is sent. Refuses a
 * weak password with 400, an address that has an account with 409, and as `invitationOf` does.
 */
export async function acceptInvitation(
  { db, clock }: Ones,
  { token, password, ...newcomer }: Newcomer & { token: string | undefined },
): Promise<string> {
  // Before the costly work; what counts is asked again when the link is used up.
  await openInvitation({ db, clock }, token)
  await refuseWeakPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  try {
    return await db.transaction(async (tx) => {
      const invited = await invitationOf(tx, { clock }, token)
      if (invited.email === null && (await hasAdmin(tx))) throw linkIsOver()
      const at = clock.now()
      const { id } = await createPerson(tx, {
        firstName: newcomer.firstName,
        lastName: newcomer.lastName,
        email: invited.email ?? newcomer.email,
        role: invited.role,
        isMainInfluencer: await isToBeMain(tx, invited),
        passwordHash,
        // They followed a link that was mailed to them, or printed by the server itself.
        emailProvenAt: at,
        createdAt: at,
      })
      await recordAgreement(tx, { personId: id, screen: 'invitation', agreedAt: at })
      await tx.update(invitations).set({ endedAt: at }).where(eq(invitations.id, invited.id))
      const act = { action: 'role_given' as const, personId: id, subject: invited.id, at }
      await recordAct(tx, { actorId: invited.invitedById, ...act })
      return id
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'people_email_key')) throw error
    throw new Refusal(409, 'email_taken', 'There is already an account with this address.')
  }
}
