import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { Refusal } from '#errors.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { withRefusals, isMissingAtProvider } from '#payments/provider-errors.ts'
import { completeSignup, type SignupServices, isPaid } from './complete-signup.ts'
import { signupRefunded } from './emails.ts'
import { cancelUnpaid } from '#features/subscriptions/checkout/create-subscription.ts'
import { openStates, whileOpen } from '#features/people/pending-signups.ts'
import { releaseCode } from '#features/subscriptions/checkout/redemptions.ts'
import { fetchSubscription } from '#features/subscriptions/snapshot/subscription-snapshot.ts'
import { pendingSignups, type PendingSignup } from '#features/people/signup-schema.ts'
import { reconcileEach } from '#features/subscriptions/sync/reconcile-each.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const batchSize = 50

/**
 * Finds what events did not report: signups that were paid behind a closed tab, signups that have expired, and refunds
 * of second payments that are still owed. One that fails does not stop the others.
 */
export async function reconcileSignups(services: SignupServices): Promise<void> {
  const each = await reconcileEach(services)
  for (const signup of await signupsToCheck(services))
    await each({ subject: signup.id, personId: signup.personId }, () => settle(services, signup))
  for (const signup of await refundsToCheck(services))
    await each({ subject: signup.id, personId: signup.personId }, () => ensureRefund(services, signup))
}

/** Open signups, the ones not looked at for longest first: young ones every minute, the others every two. */
function signupsToCheck({ db, clock }: SignupServices): Promise<PendingSignup[]> {
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
    .limit(batchSize)
}

async function settle(services: SignupServices, signup: PendingSignup) {
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

async function hasPaid({ payments }: SignupServices, { subscriptionId }: PendingSignup): Promise<boolean> {
  return subscriptionId !== null && isPaid(await withRefusals(fetchSubscription(payments, subscriptionId)))
}

async function expire(services: SignupServices, signup: PendingSignup) {
  const isEnded = await services.db.transaction((tx) => close(tx, services, signup))
  if (isEnded && signup.subscriptionId) await cancelUnpaid(services, signup.subscriptionId)
}

/** Paid, but a whole day of trying made no account of it: the money goes back, and the person is told. */
async function giveUp(services: SignupServices, signup: PendingSignup) {
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
    await mail.send(tx, signupRefunded(signup, address.url))
  })
}

/** Ends a signup whose day is over; false when it was completed or taken up again in the meantime. */
async function close(tx: Transaction, { clock }: SignupServices, { id }: PendingSignup): Promise<boolean> {
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
function refundsToCheck({ db, clock }: SignupServices): Promise<PendingSignup[]> {
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
    .limit(batchSize)
}

/** Gives the money back that should have gone back already; where it has, nothing happens. */
async function ensureRefund({ db, clock, jobs }: SignupServices, { id, subscriptionId }: PendingSignup) {
  await jobs.enqueue(db, 'give-back', { subscriptionId, isTold: true })
  await db.update(pendingSignups).set({ checkedAt: clock.now() }).where(eq(pendingSignups.id, id))
}
