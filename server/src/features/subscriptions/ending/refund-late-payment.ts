import { eq } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { raiseAlertUnlessResolved, resolveAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { refundRemaining } from './refund-remaining.ts'
import { billingEmails, memberships } from '../schema.ts'
import { type BillingEmail, sendOnce } from '../emails/send-once.ts'
import { paidTooLate, paidTooLateByHand } from '../emails.ts'

export type LatePayment = { subscriptionId: string; paymentIntentId: string; invoiceId: string }

/** Keeps an alert open until the money is back. Safe to repeat: a refund is sent once. */
export async function refundLatePayment(services: Services, late: LatePayment): Promise<void> {
  const { db } = services
  const { subscriptionId, paymentIntentId, invoiceId } = late
  const alert = { kind: 'late-payment', subject: invoiceId }
  const email: BillingEmail = { key: `late:${invoiceId}`, notice: 'late', compose: paidTooLate }
  const byHand: BillingEmail = { ...email, notice: 'late_by_hand', compose: paidTooLateByHand }
  const [owner] = await db
    .select({ personId: people.id })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.subscriptionId, subscriptionId))
  const isNew = (await db.select().from(billingEmails).where(eq(billingEmails.key, email.key))).length === 0
  if (isNew)
    await raiseAlertUnlessResolved(db, services, {
      ...alert,
      personId: owner?.personId ?? null,
      message: `An invoice was paid after its subscription had ended (${subscriptionId}); the money goes back.`,
    })
  const isBack = await refundRemaining(services, { paymentIntentId, personId: owner?.personId })
  await db.transaction(async (tx) => {
    if (owner) await sendOnce(tx, services, owner.personId, [isBack ? email : byHand])
    // An admin has to send it another way and closes the alert then.
    if (!isBack) return
    const resolution = 'The money was sent back, and the payer was emailed.'
    await resolveAlert(tx, services, { ...alert, resolution })
  })
}
