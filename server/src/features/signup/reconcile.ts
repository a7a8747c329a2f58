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

/** Finds what events did not report: paid and expired signups, and due refunds. A failure does not stop the others. */
export async function reconcileSignups(services: SignupServices): Promise<void> {
  const each = await reconcileEach(services)
  for (const signup of await signupsToCheck(services))
    await each({ subject: signup.id, personId: signup.personId }, () => settle(services, signup))
  for (const signup of await refundsToCheck(services))
    await each({ subject: signup.id, personId: signup.personId }, () => ensureRefund(services, signup))
}

/** Open signups, least recently checked first: young ones every minute, older ones every two. */
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
    // A subscription that Stripe does not know can be neither paid nor refunded.
    if (isOver && isMissingAtProvider(error)) return await expire(services, signup)
    // An outage says nothing about the payment, and only a payment that was made can be refunded.
    if (!isOver || error instanceof Refusal || !(await hasPaid(services, signup))) throw error
    services.log.error({ err: error, signupId: signup.id }, 'completing a paid signup failed')
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

/** Gives up a signup that was paid but not completed in a day: refunds the payment and emails the person. */
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
    await mail.enqueue(tx, signupRefunded(signup, address.url))
  })
}

/** Ends an expired signup; false if it was completed or resumed in the meantime. */
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

/** Recent signups that were paid twice; older ones are checked less often. */
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

/** Enqueues the refund of a duplicate again; a completed refund is not repeated. */
async function ensureRefund({ db, clock, jobs }: SignupServices, { id, subscriptionId }: PendingSignup) {
  await jobs.enqueue(db, 'give-back', { subscriptionId, isTold: true })
  await db.update(pendingSignups).set({ checkedAt: clock.now() }).where(eq(pendingSignups.id, id))
}
