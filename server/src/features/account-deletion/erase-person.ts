import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { ErasureRule } from '#db/erasure-rule.ts'
import { endSessions } from '#features/accounts/end-session.ts'
import { people } from '#features/people/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { eraseBlocks } from '#features/blocks/erase-blocks.ts'
import { eraseAuthor } from '#features/comments/erase-author.ts'
import { eraseInModeration } from '#features/moderation/erase-person.ts'
import { removeAvatar } from '#features/profiles/avatar.ts'
import { eraseReader } from '#features/posts/erase-reader.ts'
import { type ErasedPerson, eraseEmails, deleteJobs, erasedAddress } from '#mail/erase-emails.ts'
import { redactAlerts, redactEvents } from '#payments/redact-provider-data.ts'
import type { Services } from '#services.ts'
import { confirmationRetryMs } from './confirm-deletion.ts'
import { listStripeCustomers, hasPendingPayments, deleteStripeCustomer } from './stripe-customers.ts'
import { accountDeleted } from './emails.ts'
import { removedKinds, type Removed } from '@touchline/contract/account-deletion.ts'
import { findIdentifyingText, formerAddressesOf } from './identifying-text.ts'
import { type DeletionRow, departures } from '#features/people/deletion-schema.ts'
import { erasureStatements } from './erasure-statements.ts'

const hourMs = 60 * 60_000

/** Emails and jobs that were in flight during the erasure have arrived after this time. */
const finalSweepDelayMs = hourMs

/**
 * Erases step by step; the next call resumes. Does nothing before `dueAt`, during a suspension or a pending payment.
 * Throws while Stripe or the mail server is unavailable.
 */
export async function erasePerson(
  services: Services,
  departureId: string,
  rules: ErasureRule[],
): Promise<void> {
  const departure = await begin(services, departureId)
  if (!departure) return
  if (!departure.erasedAt && !(await erase(services, departure, rules))) return
  await eraseLateWrites(services, departure.personId, rules)
  await eraseReader(services, departure.personId)
  await eraseAuthor(services, departure.personId)
  await notifyErased(services, departureId)
  await finalSweep(services, departureId)
}

/** Moves a due deletion to 'erasing', after which it can no longer be canceled. Returns null when it must not start. */
async function begin({ db, clock }: Services, departureId: string): Promise<DeletionRow | null> {
  await db
    .update(departures)
    .set({ state: 'erasing', undoTokenHash: null })
    .where(
      and(
        eq(departures.id, departureId),
        eq(departures.state, 'confirmed'),
        lte(departures.dueAt, clock.now()),
        sql`exists (select from people where people.id = ${departures.personId} 
          and people.role = 'subscriber' and not people.is_blocked)`,
      ),
    )
  const [row] = await db.select().from(departures).where(eq(departures.id, departureId))
  return row?.state === 'erasing' ? row : null
}

async function erase(services: Services, departure: DeletionRow, rules: ErasureRule[]): Promise<boolean> {
  const { db, clock, live } = services
  const [person] = await db.select().from(people).where(eq(people.id, departure.personId))
  if (!person) return false
  if (await hasPendingPayments(services, person)) return false
  await deleteStripeCustomer(services, person)
  const addresses = [person.email, ...(await formerAddressesOf(db, person.id))]
  const identifying = await findIdentifyingText(db, person)
  const naming = {
    own: [...new Set([...identifying.own, ...addresses])],
    elsewhere: [...new Set([...identifying.elsewhere, ...addresses])],
  }
  const traces = addresses.map((email): ErasedPerson => ({
    personId: person.id,
    email,
    words: naming.elsewhere,
  }))
  const customers = await listStripeCustomers(services, person)
  for (const erased of traces) await eraseFiles(services, departure.id, erased, clock.now())
  await db.transaction(async (tx) => {
    // The lock makes a concurrent sync with Stripe wait; afterwards it no longer finds the person.
    await tx.select({ id: people.id }).from(people).where(eq(people.id, person.id)).for('update')
    const now = clock.now()
    const [claimed] = await tx
      .update(departures)
      .set({ erasedAt: now, email: person.email, firstName: person.firstName })
      .where(and(eq(departures.id, departure.id), isNull(departures.erasedAt)))
      .returning({ id: departures.id })
    if (!claimed) return
    await endSessions(tx, { live }, { personId: person.id })
    await removeAvatar(services, tx, person.id)
    await eraseInModeration(tx, person.id)
    await eraseBlocks(tx, services, person.id)
    await tx.update(people).set({ erasedAt: now }).where(eq(people.id, person.id))
    for (const erased of traces)
      for (const statement of erasureStatements(rules, erased)) await tx.execute(statement)
    await redactEvents(tx, [...customers, ...addresses])
    await countRemoved(tx, departure.id, { notesRedacted: await redactAlerts(tx, person.id, naming) })
    for (const erased of traces) await countRemoved(tx, departure.id, await eraseRows(tx, erased, now))
    await recordAct(tx, { actorId: null, action: 'account_erased', personId: person.id, at: now })
  })
  return true
}

/**
 * Erases what an in-flight request wrote since. It matches the placeholder address, so a new owner of the address is
 * safe.
 */
async function eraseLateWrites(
  { db, clock, live, jobs }: Services,
  personId: string,
  rules: ErasureRule[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await endSessions(tx, { live }, { personId })
    await removeAvatar({ jobs }, tx, personId)
    await eraseInModeration(tx, personId)
    await eraseBlocks(tx, { clock }, personId)
    for (const statement of erasureStatements(rules, { personId, email: erasedAddress(personId) }))
      await tx.execute(statement)
  })
}

async function eraseRows(tx: Queryable, erased: ErasedPerson, at: Date): Promise<Removed> {
  const emails = await eraseEmails(tx, erased, at)
  const jobsDeleted = await deleteJobs(tx, erased, at)
  return { emailsDeleted: emails.deleted, emailsRedacted: emails.redacted, jobsDeleted }
}

async function eraseFiles({ db, mail }: Services, departureId: string, erased: ErasedPerson, at: Date) {
  const files = await mail.eraseFiles(erased, at)
  await countRemoved(db, departureId, { filesDeleted: files.deleted, filesRedacted: files.redacted })
}

/** Adds to the counts that admins see on /admin/deletions. */
async function countRemoved(db: Queryable, departureId: string, counts: Removed): Promise<void> {
  const [row] = await db.select().from(departures).where(eq(departures.id, departureId))
  const removed: Removed = { ...row?.removed }
  for (const key of removedKinds) removed[key] = (removed[key] ?? 0) + (counts[key] ?? 0)
  await db.update(departures).set({ removed }).where(eq(departures.id, departureId))
}

/** Sends the last email. A mailbox that refuses mail for three days does not delay the erasure. */
async function notifyErased({ db, clock, mail }: Services, departureId: string): Promise<void> {
  const [row] = await db.select().from(departures).where(eq(departures.id, departureId))
  if (!row?.email || !row.erasedAt || row.toldAt) return
  const now = clock.now()
  try {
    await mail.sendNow(accountDeleted({ email: row.email, firstName: row.firstName }), { isRecorded: false })
  } catch (error) {
    if (now.getTime() - row.erasedAt.getTime() < confirmationRetryMs) throw error
  }
  await db.update(departures).set({ toldAt: now }).where(eq(departures.id, departureId))
}

/** An hour later, erases emails and jobs that arrived since, and then the address itself. */
async function finalSweep(services: Services, departureId: string): Promise<void> {
  const { db, clock } = services
  const [row] = await db.select().from(departures).where(eq(departures.id, departureId))
  const now = clock.now()
  if (!row?.email || !row.toldAt) return
  if (now.getTime() - row.toldAt.getTime() < finalSweepDelayMs) return
  const erased: ErasedPerson = { personId: row.personId, email: row.email, words: [row.email] }
  await eraseFiles(services, departureId, erased, row.toldAt)
  await db.transaction(async (tx) => {
    const { words } = erased
    const notesRedacted = await redactAlerts(tx, row.personId, { own: words, elsewhere: words })
    await countRemoved(tx, departureId, {
      ...(await eraseRows(tx, erased, row.toldAt ?? now)),
      notesRedacted,
    })
    await tx
      .update(departures)
      .set({ state: 'done', endedAt: now, email: null, firstName: null })
      .where(eq(departures.id, departureId))
  })
}
