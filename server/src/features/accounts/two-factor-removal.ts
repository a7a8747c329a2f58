import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#db/database.ts'
import { conflict, invalid, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { pushToPerson } from '#features/notifications/push-to-person.ts'
import { people, twoFactorRemovals } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { removalRequested } from './emails.ts'
import { isActingAdmin } from './is-acting-admin.ts'

const hourMs = 60 * 60_000
const waitMs = 72 * hourMs

/** How long a recovery stays open once it is ready. */
const readyMs = 14 * 24 * hourMs

export const isOpen = inArray(twoFactorRemovals.state, ['waiting', 'ready'])

const openOf = (personId: string) => and(eq(twoFactorRemovals.personId, personId), isOpen)

/**
 * Lets the person sign in without the lost second step after 72 hours, unless they cancel; email and push tell them at
 * once. Throws 409 for an admin's own account, an account without a second step, and a second request.
 */
export async function requestRemoval(
  { db, clock, jobs, site }: Pick<Services, 'db' | 'clock' | 'jobs' | 'site'>,
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
    await pushToPerson(tx, jobs, {
      personId,
      message: {
        title: site.settings.name,
        body: 'An admin was asked to remove your second sign-in step. Open the settings to stop it.',
        path: '/settings',
        tag: 'second-step',
      },
    })
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
    .where(and(eq(twoFactorRemovals.id, removalId), isOpen))
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
    .where(and(which, isOpen))
    .returning()
  if (!cancelled) return false
  const { personId } = cancelled
  await recordAct(tx, { actorId, action: 'two_factor_removal_cancelled', personId, at })
  return true
}

/** Cancels the open removal of a second step, if any; `actorId` is the admin or the person. */
export const cancelRemoval = (
  tx: Queryable,
  services: Pick<Services, 'clock'>,
  { personId, actorId }: { personId: string; actorId: string | null },
): Promise<boolean> => cancel(tx, services, openOf(personId), actorId)

/** Cancels a removal with the emailed link. Throws 400 for an unknown or late link. */
export async function cancelRemovalByLink(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  const which = and(eq(twoFactorRemovals.cancelTokenHash, tokenHash(token)))
  const isCancelled = await services.db.transaction((tx) => cancel(tx, services, which, null))
  if (!isCancelled) throw invalid('This link is no longer valid: there is nothing left to cancel.')
}

/** When the second step of a person can be, or could be, replaced; null without a request. */
export async function removalDueAt(db: Queryable, personId: string): Promise<Date | null> {
  const [open] = await db.select().from(twoFactorRemovals).where(openOf(personId))
  return open?.dueAt ?? null
}

/** Whether a link and the password sign this person in. */
export async function isRemovalReady(db: Queryable, personId: string): Promise<boolean> {
  const [open] = await db.select().from(twoFactorRemovals).where(openOf(personId))
  return open?.state === 'ready'
}

/** Ends an open removal that is ready; false if it was cancelled. */
export async function completeRemoval(
  tx: Transaction,
  { clock }: Pick<Services, 'clock'>,
  personId: string,
): Promise<boolean> {
  const at = clock.now()
  const done = await tx
    .update(twoFactorRemovals)
    .set({ state: 'done', endedAt: at, cancelTokenHash: null })
    .where(and(openOf(personId), eq(twoFactorRemovals.state, 'ready')))
    .returning({ id: twoFactorRemovals.id })
  if (done.length === 0) return false
  await recordAct(tx, { actorId: null, action: 'two_factor_removed', personId, at })
  return true
}

/**
 * Makes due removals ready and emails the link. Cancels those of people who are no longer admins, and those that were
 * ready for two weeks.
 */
export async function runDueRemovals(services: Pick<Services, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const { db, clock } = services
  const due = await db
    .select({ id: twoFactorRemovals.id })
    .from(twoFactorRemovals)
    .where(and(isOpen, lte(twoFactorRemovals.dueAt, clock.now())))
  for (const { id } of due) await db.transaction((tx) => proceed(tx, services, id))
}

async function proceed(
  tx: Transaction,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  id: string,
): Promise<void> {
  const which = and(eq(twoFactorRemovals.id, id), isOpen)
  const [open] = await tx.select().from(twoFactorRemovals).where(which).for('update')
  if (!open) return
  const { askedById, personId } = open
  const isOver = clock.now().getTime() - open.dueAt.getTime() > readyMs
  if (isOver || askedById === null || !(await isActingAdmin(tx, askedById))) {
    await cancel(tx, { clock }, which, null)
    return
  }
  if (open.state === 'ready') return
  await tx.update(twoFactorRemovals).set({ state: 'ready' }).where(which)
  await jobs.enqueue(tx, 'recovery-link', { personId })
}
