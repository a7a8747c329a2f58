import type Stripe from 'stripe'
import type { Queryable } from '#db/database.ts'
import { raiseAlertUnlessKnown } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'
import type { Services } from '#services.ts'

/**
 * Says once for the admins that a refund failed; `what` that means ends the sentence. Whoever closes the alert has sent
 * the money another way.
 */
export async function sayRefundFailed(
  db: Queryable,
  services: Pick<Services, 'clock' | 'log'>,
  { id, amount, currency, payment_intent: intent, charge }: Stripe.Refund,
  what: string,
): Promise<void> {
  const payment = idOf(intent) ?? idOf(charge) ?? 'a payment'
  await raiseAlertUnlessKnown(db, services, {
    kind: 'refund-failed',
    subject: id,
    message: `A refund of ${payment} (${(amount / 100).toFixed(2)} ${currency.toUpperCase()}) failed: ${what}. Send it another way, then close this.`,
  })
}
