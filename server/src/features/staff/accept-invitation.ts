import { and, count, eq, gt, isNull } from 'drizzle-orm'
import { isUniqueViolation, lockUntilCommit, type Queryable, type Transaction } from '#db/database.ts'
import { Refusal } from '#errors.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import { people } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'
import { isActingAdmin } from '#features/accounts/is-acting-admin.ts'
import { recordAgreement } from '#features/agreements/record-agreement.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { endInvitations } from './end-invitations.ts'
import { hasAdmin } from './first-admin.ts'
import { invitations } from './schema.ts'

type Invited = typeof invitations.$inferSelect
type Newcomer = { firstName: string; lastName: string; email: string; password: string }

const linkIsOver = () =>
  new Refusal(404, 'not_found', 'This link is no longer valid. Please ask for a new one.')

/** Ends an expired invitation for good. Throws as `invitationOf` does. */
export async function openInvitation(
  services: Pick<Services, 'db' | 'clock'>,
  token: string | undefined,
): Promise<Invited> {
  if (token) await endInvitations(services, token)
  return invitationOf(services.db, services, token)
}

/**
 * Locks and returns the invitation of a link. Throws 403 without a token, and 404 for an invalid one or one of a
 * blocked admin.
 */
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
  if (found.invitedById && !(await isActingAdmin(tx, found.invitedById))) throw linkIsOver()
  return found
}

/** The first creator becomes the main creator of the club. */
async function becomesMainCreator(tx: Transaction, { role }: Invited): Promise<boolean> {
  if (role !== 'creator') return false
  await lockUntilCommit(tx, 'main creator')
  const [main] = await tx.select({ count: count() }).from(people).where(eq(people.isMainInfluencer, true))
  return main?.count === 0
}

/**
 * The invited address wins over the submitted one. Throws 400 for a weak password, 409 for an address that has an
 * account, and otherwise as `invitationOf` does.
 */
export async function acceptInvitation(
  { db, clock, site }: Pick<Services, 'db' | 'clock' | 'site'>,
  { token, password, ...newcomer }: Newcomer & { token: string | undefined },
): Promise<string> {
  // Check early, before hashing the password; the transaction checks again.
  await openInvitation({ db, clock }, token)
  await refuseWeakPassword({ site }, password, 'password')
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
        isMainInfluencer: await becomesMainCreator(tx, invited),
        passwordHash,
        // The link was emailed to this address, or printed by the server itself.
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
