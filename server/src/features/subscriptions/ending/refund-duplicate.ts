import { and, eq, ne } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { paymentAlerts } from '#alerts/schema.ts'
import { lockUntilCommit } from '#db/database.ts'
import { signupById } from '#features/people/pending-signups.ts'
import { people } from '#features/people/schema.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { paidTooLate, duplicateEnded } from '../emails.ts'
import { type BillingEmail, sendOnce } from '../emails/send-once.ts'
import { memberships } from '../schema.ts'
import {
  fetchSubscription,
  type SubscriptionSnapshot,
  cancellationComments,
} from '../snapshot/subscription-snapshot.ts'
import { isLive } from '../snapshot/subscription-state.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { cancelNow } from './cancel-now.ts'
import { refundRemaining } from './refund-remaining.ts'
import { voidInvoices } from './void-invoices.ts'

/** A subscription to end and to refund. `isTold` if the payer has been emailed already. */
export type DuplicateRefund = { subscriptionId: string; isTold?: boolean }

/** Ends the subscription and refunds all of its payments. Safe to repeat: the payer is emailed once. */
export async function refundDuplicate(
  services: Services,
  { subscriptionId, isTold }: DuplicateRefund,
): Promise<void> {
  const { payments } = services
  await cancelNow(services, subscriptionId, cancellationComments.voided)
  await voidInvoices(services, subscriptionId)
  const snapshot = await withRefusals(fetchSubscription(payments, subscriptionId))
  const owner = await ownerOf(services, subscriptionId)
  const paidWith = snapshot.paid.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
  let isAllBack = true
  for (const paymentIntentId of paidWith)
    if (!(await refundRemaining(services, { paymentIntentId, personId: owner?.personId }))) isAllBack = false
  // The payer is not emailed about a refund that failed: that has an alert of its own.
  if (isAllBack && paidWith.length > 0 && !isTold) await emailPayer(services, snapshot, owner)
  if (isAllBack)
    await resolveAlert(services.db, services, {
      kind: 'second-subscription',
      subject: subscriptionId,
      resolution: 'It was ended, and what was paid for it was refunded.',
    })
  if (owner) await syncCustomer(services, owner.customerId)
}

type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>

/** Emails the payer, whichever run sent the refund: the response to that run may have been lost. */
async function emailPayer(services: Services, snapshot: SubscriptionSnapshot, owner: Owner | null) {
  const { id } = snapshot
  const applicant = owner ? null : await applicantOf(services, snapshot)
  await services.db.transaction(async (tx) => {
    if (owner) {
      const email: BillingEmail = owner.isMember
        ? { key: `given_back:${id}`, notice: 'given_back', compose: duplicateEnded }
        : { key: `given_back:${id}`, notice: 'late', compose: paidTooLate }
      return sendOnce(tx, services, owner.personId, [email])
    }
    if (!applicant) return
    // An applicant is no person and has no emails to claim: the alert records that the email was sent.
    const about = { kind: 'late-payment', subject: id }
    await lockUntilCommit(tx, `given-back:${id}`)
    const sent = await tx
      .select({ id: paymentAlerts.id })
      .from(paymentAlerts)
      .where(and(eq(paymentAlerts.kind, about.kind), eq(paymentAlerts.subject, id)))
    if (sent.length > 0) return
    const message = `A signup that was over was paid (${applicant.id}); the money goes back.`
    await raiseAlert(tx, services, { ...about, message })
    const resolution = 'The money was sent back, and the payer was emailed.'
    await resolveAlert(tx, services, { ...about, resolution })
    await services.mail.enqueue(tx, paidTooLate(applicant))
  })
}

/** The owner of a subscription; `isMember` if another subscription of theirs is live. */
async function ownerOf({ db }: Pick<Services, 'db'>, subscriptionId: string) {
  const [owner] = await db
    .select({
      personId: people.id,
      customerId: memberships.customerId,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.subscriptionId, subscriptionId))
    .limit(1)
  if (!owner) return null
  const others = await db
    .select({ status: memberships.status })
    .from(memberships)
    .where(and(eq(memberships.personId, owner.personId), ne(memberships.subscriptionId, subscriptionId)))
  return { ...owner, isMember: others.some(isLive) }
}

async function applicantOf({ db }: Pick<Services, 'db'>, { metadata }: SubscriptionSnapshot) {
  const signupId = metadata.pending_signup
  return signupId && isUuid(signupId) ? signupById(db, signupId) : null
}
