import { and, eq, isNull, lte } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#db/database.ts'
import { conflict, invalid, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { removalRequested, secondStepRemoved } from './emails.ts'
import {
  backupCodes,
  passkeys,
  people,
  signInSteps,
  twoFactorRemovals,
  twoFactors,
} from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { isActingAdmin } from './is-acting-admin.ts'

const waitMs = 72 * 60 * 60_000

const waitingOf = (personId: string) =>
  and(eq(twoFactorRemovals.personId, personId), eq(twoFactorRemovals.state, 'waiting'))

/**
 * Takes effect after 72 hours unless the person, who is emailed, cancels. Throws 409 for an admin's own account,
 * an account without a second step, and a second request.
 */
export async function requestRemoval(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { adminId, personId, reason }: { adminId: string; personId: string; reason: string },
): Promise<void> {
  if (adminId === personId) throw conflict('Another admin has to ask for this.')
  const now = clock.now()
  await db.transaction(async (tx) => {
    const [person] = await tx
      .select()
      .from(people)
      .where(and(eq(people.id, personId), isNull(people.erasedAt)))
      .for('no key update')
    if (!person) throw notFound('User')
    if (!person.hasTwoFactor && !person.hasPasskey) throw conflict('This account has no second step.')
    const id = uuid()
    const [request] = await tx
      .insert(twoFactorRemovals)
      .values({
        id,
        personId,
        askedById: adminId,
        reason,
        state: 'waiting',
        askedAt: now,
        dueAt: new Date(now.getTime() + waitMs),
      })
      .onConflictDoNothing()
      .returning()
    if (!request) throw conflict('The removal has been asked for already.')
    await recordAct(tx, { actorId: adminId, action: 'two_factor_removal_asked', personId, reason, at: now })
    await jobs.enqueue(tx, 'removal-asked', { removalId: id })
  })
}

/** Emails the person when their second step will be removed, with a link that cancels it. */
export async function sendRemovalNotice(
  { db, mail, address }: Pick<Services, 'db' | 'mail' | 'address'>,
  removalId: string,
): Promise<void> {
  const token = newToken()
  const [removal] = await db
    .update(twoFactorRemovals)
    .set({ cancelTokenHash: tokenHash(token) })
    .where(and(eq(twoFactorRemovals.id, removalId), eq(twoFactorRemovals.state, 'waiting')))
    .returning()
  if (!removal) return
  const [person] = await db.select().from(people).where(eq(people.id, removal.personId))
  if (person)
    await mail.sendNow(removalRequested(person, removal.dueAt, `${address.url}/keep-second-step#${token}`))
}

async function cancel(
  tx: Queryable,
  { clock }: Pick<Services, 'clock'>,
  which: ReturnType<typeof and>,
  actorId: string | null,
): Promise<boolean> {
  const at = clock.now()
  const [cancelled] = await tx
    .update(twoFactorRemovals)
    .set({ state: 'cancelled', endedAt: at, cancelTokenHash: null })
    .where(and(which, eq(twoFactorRemovals.state, 'waiting')))
    .returning()
  if (!cancelled) return false
  const { personId } = cancelled
  await recordAct(tx, { actorId, action: 'two_factor_removal_cancelled', personId, at })
  return true
}

/** Cancels the pending removal of a second step, if any; `actorId` is the admin or the person. */
export const cancelRemoval = (
  tx: Queryable,
  services: Pick<Services, 'clock'>,
  { personId, actorId }: { personId: string; actorId: string | null },
): Promise<boolean> => cancel(tx, services, waitingOf(personId), actorId)

/** Cancels a removal with the emailed link. Throws 400 for an unknown or late link. */
export async function cancelRemovalByLink(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  const which = and(eq(twoFactorRemovals.cancelTokenHash, tokenHash(token)))
  const isCancelled = await services.db.transaction((tx) => cancel(tx, services, which, null))
  if (!isCancelled) throw invalid('This link is no longer valid: there is nothing left to cancel.')
}

/** When the second step of a person will be removed; null without a request. */
export async function removalDueAt(db: Queryable, personId: string): Promise<Date | null> {
  const [waiting] = await db.select().from(twoFactorRemovals).where(waitingOf(personId))
  return waiting?.dueAt ?? null
}

/** Removes app, backup codes and passkeys. Cancels the requests of people who are no longer admins. */
export async function runDueRemovals(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
): Promise<void> {
  const { db, clock } = services
  const due = await db
    .select({ id: twoFactorRemovals.id })
    .from(twoFactorRemovals)
    .where(and(eq(twoFactorRemovals.state, 'waiting'), lte(twoFactorRemovals.dueAt, clock.now())))
  for (const { id } of due) await db.transaction((tx) => remove(tx, services, id))
}

async function remove(
  tx: Transaction,
  { clock, mail, address }: Pick<Services, 'clock' | 'mail' | 'address'>,
  id: string,
): Promise<void> {
  const at = clock.now()
  const isWaiting = and(eq(twoFactorRemovals.id, id), eq(twoFactorRemovals.state, 'waiting'))
  const [asked] = await tx.select().from(twoFactorRemovals).where(isWaiting).for('update')
  if (!asked) return
  const { personId, askedById } = asked
  if (askedById === null || !(await isActingAdmin(tx, askedById))) {
    await cancel(tx, { clock }, isWaiting, null)
    return
  }
  await tx
    .update(twoFactorRemovals)
    .set({ state: 'done', endedAt: at, cancelTokenHash: null })
    .where(isWaiting)
  const [person] = await tx
    .update(people)
    .set({ hasTwoFactor: false, hasPasskey: false })
    .where(eq(people.id, personId))
    .returning()
  await tx.delete(twoFactors).where(eq(twoFactors.personId, personId))
  await tx.delete(backupCodes).where(eq(backupCodes.personId, personId))
  await tx.delete(passkeys).where(eq(passkeys.personId, personId))
  await tx.delete(signInSteps).where(eq(signInSteps.personId, personId))
  await recordAct(tx, { actorId: null, action: 'two_factor_removed', personId, at })
  if (person) await mail.enqueue(tx, secondStepRemoved(person, address.url))
}
