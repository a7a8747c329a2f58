import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { Refusal } from '#errors.ts'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { answerOf, isMissingAtProvider, isOutcomeUnknown } from '#payments/provider-errors.ts'
import { bringUpToDate } from './adopt-default-method.ts'
import { completeSignup, type ForCompletion, isPaid } from '#features/signup/complete-signup.ts'
import { signupGivenBack } from '../emails/signup-emails.ts'
import { dropUnpaid } from '../checkout/create-subscription.ts'
import { openStates, whileOpen } from '#features/people/pending-signups.ts'
import { releaseCode } from '../checkout/redemptions.ts'
import { readSubscription } from '../snapshot/subscription-snapshot.ts'
import { memberships, type PendingSignup } from '../schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const atOnce = 50

/**
 * Finds what events did not tell: signups that were paid behind a closed tab, signups whose day is over, memberships
 * near the end of what is paid. Each is looked at on its own; one that fails does not stop the others.
 */
export async function reconcile(services: ForCompletion): Promise<void> {
  const look = { services, troubled: await troubledSubjects(services) }
  for (const signup of await signupsToCheck(services))
    await each(look, signup.id, () => settle(services, signup))
  for (const signup of await refundsToCheck(services))
    await each(look, signup.id, () => seeRefunded(services, signup))
  for (const customerId of await customersToAsk(services))
    await each(look, customerId, () => bringUpToDate(services, customerId))
}

const kind = 'reconcile'

/** What could not be reconciled so far. */
async function troubledSubjects({ db }: ForCompletion): Promise<Set<string>> {
  const found = await db
    .select({ subject: paymentAlerts.subject })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.kind, kind), isNull(paymentAlerts.resolvedAt)))
  return new Set(found.map(({ subject }) => subject))
}

type Look = { services: ForCompletion; troubled: Set<string> }

async function each({ services, troubled }: Look, subject: string, work: () => Promise<unknown>) {
  try {
    await work()
    if (troubled.has(subject))
      await resolveAlert(services.db, services, { kind, subject, resolution: 'It went through after all.' })
  } catch (error) {
    services.log.error({ err: error, subject }, 'something could not be reconciled; it will be tried again')
    // A provider that is away is no news of this one.
    if (isOutcomeUnknown(error)) return
    await raiseAlert(services.db, services, {
      kind,
      subject,
      message: 'This could not be reconciled with the provider; it is tried again.',
    })
  }
}

/** Open signups, the ones not looked at for longest first: young ones every minute, the others every two. */
function signupsToCheck({ db, clock }: ForCompletion): Promise<PendingSignup[]> {
  const now = clock.now()
  const at = sql`${now.toISOString()}::timestamptz`
  const before = new Date(now.getTime() - minuteMs)
  return db
    .select()
    .from(pendingSignups)
    .where(
      and(
        inArray(pendingSignups.state, openStates),
        lt(pendingSignups.updatedAt, before),
        or(
          isNull(pendingSignups.checkedAt),
          lt(pendingSignups.expiresAt, now),
          and(
            lt(pendingSignups.checkedAt, before),
            sql`${pendingSignups.checkedAt} < ${at} - least((${at} - created_at) / 20, interval '2 minutes')`,
          ),
        ),
      ),
    )
    .orderBy(sql`checked_at asc nulls first`)
    .limit(atOnce)
}

async function settle(services: ForCompletion, signup: PendingSignup) {
  const isOver = signup.expiresAt <= services.clock.now()
  try {
    const { outcome } = await completeSignup(services, signup.id)
    if (!isOver || (outcome !== 'unpaid' && outcome !== 'unknown')) return
    if (outcome === 'unknown' && (await hasPaid(services, signup))) await giveUp(services, signup)
    else await expire(services, signup)
  } catch (error) {
    // One that the provider does not know can neither be paid nor given back.
    if (isOver && isMissingAtProvider(error)) return await expire(services, signup)
    // A provider that does not answer says nothing about the payment; only one that was made can be given back.
    if (!isOver || error instanceof Refusal || !(await hasPaid(services, signup))) throw error
    services.log.error({ err: error, signupId: signup.id }, 'no account could be made of a paid signup')
    await giveUp(services, signup)
  } finally {
    await services.db
      .update(pendingSignups)
      .set({ checkedAt: services.clock.now() })
      .where(eq(pendingSignups.id, signup.id))
  }
}

async function hasPaid({ payments }: ForCompletion, { subscriptionId }: PendingSignup): Promise<boolean> {
  return subscriptionId !== null && isPaid(await answerOf(readSubscription(payments, subscriptionId)))
}

async function expire(services: ForCompletion, signup: PendingSignup) {
  const isEnded = await services.db.transaction((tx) => close(tx, services, signup))
  if (isEnded && signup.subscriptionId) await dropUnpaid(services, signup.subscriptionId)
}

/** Paid, but a whole day of trying made no account of it: the money goes back, and the person is told. */
async function giveUp(services: ForCompletion, signup: PendingSignup) {
  const { db, jobs, mail, address } = services
  await db.transaction(async (tx) => {
    if (!(await close(tx, services, signup))) return
    await raiseAlert(tx, services, {
      kind: 'signup-given-up',
      subject: signup.id,
      message: 'A paid signup could not be completed in a day: it is ended, and the money goes back.',
    })
    if (signup.subscriptionId)
      await jobs.enqueue(tx, 'give-back', { subscriptionId: signup.subscriptionId, isTold: true })
    await mail.send(tx, signupGivenBack(signup, address.url))
  })
}

/** Ends a signup whose day is over; false when it was completed or taken up again in the meantime. */
async function close(tx: Transaction, { clock }: ForCompletion, { id }: PendingSignup): Promise<boolean> {
  const now = clock.now()
  const closed = await tx
    .update(pendingSignups)
    .set({ state: 'expired', passwordHash: null, updatedAt: now })
    .where(and(whileOpen(id), lte(pendingSignups.expiresAt, now)))
    .returning({ id: pendingSignups.id })
  if (closed.length > 0) await releaseCode(tx, { signupId: id })
  return closed.length > 0
}

/** Signups of the last weeks that were paid a second time; the longer ago, the rarer they are looked at. */
function refundsToCheck({ db, clock }: ForCompletion): Promise<PendingSignup[]> {
  const now = clock.now()
  const at = sql`${now.toISOString()}::timestamptz`
  return db
    .select()
    .from(pendingSignups)
    .where(
      and(
        eq(pendingSignups.state, 'duplicate'),
        gt(pendingSignups.updatedAt, new Date(now.getTime() - 30 * 24 * hourMs)),
        sql`${pendingSignups.checkedAt} < ${at} - greatest(interval '1 hour', (${at} - updated_at) / 5)`,
      ),
    )
    .orderBy(asc(pendingSignups.checkedAt))
    .limit(atOnce)
}

/** Gives the money back that should have gone back already; where it has, nothing happens. */
async function seeRefunded({ db, clock, jobs }: ForCompletion, { id, subscriptionId }: PendingSignup) {
  await jobs.enqueue(db, 'give-back', { subscriptionId, isTold: true })
  await db.update(pendingSignups).set({ checkedAt: clock.now() }).where(eq(pendingSignups.id, id))
}

/** Customers whose paid time ends within a day, and those with a payment under way, not asked about for a while. */
async function customersToAsk({ db, clock }: ForCompletion): Promise<string[]> {
  const now = clock.now().getTime()
  const ago = (ms: number) => new Date(now - ms)
  const found = await db
    .select({ customerId: memberships.customerId })
    .from(memberships)
    .where(
      or(
        and(
          memberships.isCurrent,
          isNull(memberships.endedAt),
          lt(memberships.paidThrough, ago(-24 * hourMs)),
          lt(memberships.syncedAt, ago(hourMs)),
        ),
        and(eq(memberships.status, 'incomplete'), lt(memberships.syncedAt, ago(5 * minuteMs))),
      ),
    )
    .orderBy(asc(memberships.syncedAt))
    .limit(atOnce)
  return [...new Set(found.map((row) => row.customerId))]
}
