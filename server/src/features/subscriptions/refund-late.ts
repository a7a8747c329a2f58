import { eq } from 'drizzle-orm'
import { people } from '#features/accounts/schema.ts'
import { resolveAlert } from '#payments/alerts.ts'
import type { Services } from '#services.ts'
import { lateMoney } from './follow-changes.ts'
import { paidTooLate } from './mails.ts'
import { refundRest } from './refund-rest.ts'
import { memberships } from './schema.ts'
import { writeLetters } from './write-letter.ts'

/** Money that arrived for a subscription that had ended. */
export type LateMoney = { subscriptionId: string; paymentIntentId: string; invoiceId: string }

/**
 * Sends back what was paid for a subscription that had ended, tells whoever paid, and closes the alert about it. Safe
 * to repeat: what has gone back stays as it is.
 */
export async function refundLate(
  services: Services,
  { subscriptionId, paymentIntentId, invoiceId }: LateMoney,
): Promise<void> {
  const { db, payments } = services
  await refundRest(payments.stripe, paymentIntentId)
  const [owner] = await db
    .select({ personId: people.id })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.subscriptionId, subscriptionId))
  await db.transaction(async (tx) => {
    const letter = { key: `late:${invoiceId}`, write: paidTooLate }
    if (owner) await writeLetters(tx, services, owner.personId, [letter])
    const resolution = 'The money was sent back, and whoever paid it was written to.'
    await resolveAlert(tx, services, { kind: lateMoney, subject: invoiceId, resolution })
  })
}
