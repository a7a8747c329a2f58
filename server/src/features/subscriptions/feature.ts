import type { Feature } from '#features/feature.ts'
import { syncAndCollect } from './sync/adopt-default-method.ts'
import { endCanceledUnpaid } from './ending/end-unpaid.ts'
import { applyRevocation } from './ending/apply-revocation.ts'
import { type DuplicateRefund, refundDuplicate } from './ending/refund-duplicate.ts'
import { handleSubscriptionEvents } from './sync/webhook-handlers.ts'
import { announceTexts } from './emails/announce-texts.ts'
import { reconcileSubscriptions } from './sync/reconcile.ts'
import { type LatePayment, refundLatePayment } from './ending/refund-late-payment.ts'
import { type PaymentToRefund, refundRemaining } from './ending/refund-remaining.ts'
import { sendReminders } from './emails/renewal-reminders.ts'
import { updateCustomerEmail } from './sync/update-customer-email.ts'
import { voidInvoices } from './ending/void-invoices.ts'
import { routes, webhookRoutes } from './routes.ts'

/**
 * The outline of a subscription's life.
 *
 * 1. `checkout/` starts it: a promo code is reserved, a Stripe customer and a subscription are created, and the
 * browser confirms the first payment.
 * 2. Stripe reports each change with an event. `sync/` fetches the customer's subscriptions again and saves them;
 * nothing else changes a membership.
 * 3. Each saved change books its payments, records what it moved in monthly recurring revenue (`mrr/`), sends its
 * emails (`emails/`) and enqueues what has to be done at Stripe.
 * 4. `access/` decides on every request what the membership allows.
 * 5. `ending/` cancels, resumes, revokes and refunds.
 */
export const subscriptions: Feature = {
  routes,
  rawRoutes: webhookRoutes,
  jobs(services) {
    const { jobs } = services
    handleSubscriptionEvents(services)
    jobs.work(
      'sync-customer',
      async ({ customerId }) => void (await syncAndCollect(services, String(customerId))),
      { keyOf: ({ customerId }) => String(customerId) },
    )
    jobs.work(
      'give-back',
      // The queue holds exactly what this feature enqueues as DuplicateRefund.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      (data) => refundDuplicate(services, data as DuplicateRefund),
      { keyOf: ({ subscriptionId }) => String(subscriptionId) },
    )
    jobs.work('customer-email', ({ personId }) => updateCustomerEmail(services, String(personId)), {
      keyOf: ({ personId }) => String(personId),
    })
    jobs.work('void-unpaid', ({ subscriptionId }) => voidInvoices(services, String(subscriptionId)), {
      keyOf: ({ subscriptionId }) => String(subscriptionId),
    })
    jobs.work('end-unpaid', ({ subscriptionId }) => endCanceledUnpaid(services, String(subscriptionId)), {
      keyOf: ({ subscriptionId }) => String(subscriptionId),
    })
    jobs.work(
      'follow-revocation',
      ({ subscriptionId }) => applyRevocation(services, String(subscriptionId)),
      {
        keyOf: ({ subscriptionId }) => String(subscriptionId),
      },
    )
    jobs.work(
      'refund-late',
      // The queue holds exactly what this feature enqueues as LatePayment.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      (data) => refundLatePayment(services, data as LatePayment),
      { keyOf: ({ invoiceId }) => String(invoiceId) },
    )
    jobs.work(
      'refund-rest',
      // The queue holds exactly what this feature enqueues as PaymentToRefund.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      async (data) => void (await refundRemaining(services, data as PaymentToRefund)),
      { keyOf: ({ paymentIntentId }) => String(paymentIntentId) },
    )
    jobs.every('* * * * *', 'reconcile-subscriptions', () => reconcileSubscriptions(services))
    // Hourly, so that a server that was down on the day still sends the reminder in time.
    jobs.every('41 * * * *', 'billing-reminders', () => sendReminders(services))
    jobs.every('17 * * * *', 'announce-texts', () => announceTexts(services))
  },
}
