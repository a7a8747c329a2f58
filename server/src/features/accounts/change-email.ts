import { and, eq, gt, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { isUniqueViolation, type Queryable, type Transaction } from '#db/database.ts'
import { invalid, Refusal } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { isAddressTaken } from '#features/people/create-person.ts'
import {
  accountLinks,
  type EmailChange,
  emailChanges,
  passwordResets,
  people,
} from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { requireOwner } from './confirm-email.ts'
import { isActingAdmin } from './is-acting-admin.ts'
import { proveAddress } from './prove-address.ts'

const dayMs = 24 * 60 * 60_000
const confirmWithinMs = 7 * dayMs
const undoWithinMs = 3 * dayMs
const retentionMs = 90 * dayMs

const addressTaken = () => {
  const message = 'There is already an account with this address.'
  return new Refusal(409, 'email_taken', message, { fields: { email: message } })
}
type Input = { personId: string; email: string; by?: { adminId: string; reason: string } }

/** Nothing changes before the emailed link is used. Throws 400 for the current address and 409 for a taken one. */
export async function requestEmailChange(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { personId, email, by }: Input,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const [person] = await tx.select().from(people).where(eq(people.id, personId)).for('no key update')
    if (!person) return
    if (person.email === email) {
      const message = 'This is the address of the account already.'
      throw invalid(message, { email: message })
    }
    if (await isAddressTaken(tx, { email, now, exceptOf: personId })) throw addressTaken()
    await cancelEmailChange(tx, personId)
    const id = uuid()
    await tx.insert(emailChanges).values({
      id,
      personId,
      formerEmail: person.email,
      newEmail: email,
      state: 'asked',
      askedById: by?.adminId ?? null,
      reason: by?.reason ?? null,
      askedAt: now,
      confirmBy: new Date(now.getTime() + confirmWithinMs),
    })
    if (by) {
      const act = { action: 'email_change_asked' as const, personId, reason: by.reason, at: now }
      await recordAct(tx, { actorId: by.adminId, ...act })
    }
    await jobs.enqueue(tx, 'confirm-email-change', { changeId: id })
  })
}

export async function cancelEmailChange(db: Queryable, personId: string): Promise<void> {
  await db
    .update(emailChanges)
    .set({ state: 'over', confirmTokenHash: null })
    .where(and(eq(emailChanges.personId, personId), eq(emailChanges.state, 'asked')))
}

/** The unconfirmed change of a person; null if there is none. */
export async function pendingEmailChange(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  personId: string,
): Promise<EmailChange | null> {
  const [waiting] = await db
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.personId, personId),
        eq(emailChanges.state, 'asked'),
        gt(emailChanges.confirmBy, clock.now()),
      ),
    )
  return waiting ?? null
}

const invalidLink = () => invalid('This link is no longer valid. Please ask for the change again.')

type Confirming = {
  token: string
  password: string | undefined
  viewer: Viewer | null
  device: string | null
  ip: string
}

/** Another browser must send the password, unless a current admin requested the change. Throws 400 for a bad link. */
export async function confirmEmailChange(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'live' | 'secret'>,
  given: Confirming,
): Promise<string> {
  const { db, clock } = services
  const isValid = and(
    eq(emailChanges.confirmTokenHash, tokenHash(given.token)),
    eq(emailChanges.state, 'asked'),
    gt(emailChanges.confirmBy, clock.now()),
  )
  const [request] = await db
    .select({ change: emailChanges, person: people })
    .from(emailChanges)
    .innerJoin(people, eq(people.id, emailChanges.personId))
    .where(isValid)
  if (!request) throw invalidLink()
  const { change, person } = request
  if (change.askedById === null) await requireOwner(services, person, given)
  try {
    await db.transaction(async (tx) => {
      const [open] = await tx.select().from(emailChanges).where(isValid).for('update')
      if (!open) throw invalidLink()
      const keep = given.viewer?.id === person.id ? given.viewer.sessionId : undefined
      await applyChange(tx, services, open, keep)
    })
  } catch (error) {
    throw isUniqueViolation(error, 'people_email_key') ? addressTaken() : error
  }
  return change.newEmail
}

async function applyChange(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'jobs' | 'live'>,
  { id, personId, newEmail, askedById }: EmailChange,
  keep: string | undefined,
): Promise<void> {
  const now = services.clock.now()
  const [person] = await tx.select().from(people).where(eq(people.id, personId)).for('no key update')
  if (!person || person.erasedAt) throw invalidLink()
  if (askedById && !(await isActingAdmin(tx, askedById))) throw invalidLink()
  if (await isAddressTaken(tx, { email: newEmail, now, exceptOf: personId })) throw addressTaken()
  await tx.update(people).set({ email: newEmail }).where(eq(people.id, personId))
  await tx
    .update(emailChanges)
    .set({
      state: 'changed',
      formerEmail: person.email,
      confirmTokenHash: null,
      changedAt: now,
      // An unproven previous address is notified but gets no claim on the account.
      undoBy: person.emailProvenAt ? new Date(now.getTime() + undoWithinMs) : null,
    })
    .where(eq(emailChanges.id, id))
  await voidEmailedLinks(tx, personId)
  await proveAddress(tx, services, { personId, keep })
  if (askedById) await recordAct(tx, { actorId: askedById, action: 'email_changed', personId, at: now })
  await services.jobs.enqueue(tx, 'email-changed', { changeId: id })
  await services.jobs.enqueue(tx, 'customer-email', { personId })
}

export async function voidEmailedLinks(tx: Queryable, personId: string): Promise<void> {
  await tx.update(passwordResets).set({ isOver: true }).where(eq(passwordResets.personId, personId))
  await tx.delete(accountLinks).where(eq(accountLinks.personId, personId))
}

/** Creates the token of a link and saves its hash, if the change is still in `state`. */
export async function issueToken(
  db: Queryable,
  {
    id,
    kind,
    state,
  }: { id: string; kind: 'confirmTokenHash' | 'undoTokenHash'; state: EmailChange['state'] },
): Promise<{ change: EmailChange; token: string } | null> {
  const token = newToken()
  const [change] = await db
    .update(emailChanges)
    .set({ [kind]: tokenHash(token) })
    .where(and(eq(emailChanges.id, id), eq(emailChanges.state, state)))
    .returning()
  return change ? { change, token } : null
}

/** Proven addresses stay until the account is erased: the erasure covers what was written from them. */
export async function sweepEmailChanges({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db
    .update(emailChanges)
    .set({ state: 'over', confirmTokenHash: null })
    .where(and(eq(emailChanges.state, 'asked'), lt(emailChanges.confirmBy, now)))
  await db
    .update(emailChanges)
    .set({ undoTokenHash: null })
    .where(and(isNotNull(emailChanges.undoTokenHash), lt(emailChanges.undoBy, now)))
  await db
    .delete(emailChanges)
    .where(
      and(
        ne(emailChanges.state, 'asked'),
        or(ne(emailChanges.state, 'changed'), isNull(emailChanges.undoBy)),
        lt(emailChanges.askedAt, new Date(now.getTime() - retentionMs)),
      ),
    )
}
