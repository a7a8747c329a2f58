import type { Services } from '#services.ts'
import { syncAndCollect } from './sync/adopt-default-method.ts'
import { endCanceledUnpaid } from './ending/end-unpaid.ts'
import { applyRevocation } from './ending/apply-revocation.ts'
import { type DuplicateRefund, refundDuplicate } from './ending/refund-duplicate.ts'
import { handleSubscriptionEvents } from './sync/webhook-handlers.ts'
import { announceTexts } from './emails/announce-texts.ts'
import { reconcileSubscriptions } from './sync/reconcile.ts'
import { type LatePayment, refundLatePayment } from './ending/refund-late-payment.ts'
import { refundRemaining } from './ending/refund-remaining.ts'
import { sendReminders } from './emails/renewal-reminders.ts'
import { updateCustomerEmail } from './sync/update-customer-email.ts'
import { voidInvoices } from './ending/void-invoices.ts'

/** Declares the events, jobs and schedules of subscriptions; call before the jobs start. */
export function subscriptionJobs(services: Services): void {
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
  jobs.work('follow-revocation', ({ subscriptionId }) => applyRevocation(services, String(subscriptionId)), {
    keyOf: ({ subscriptionId }) => String(subscriptionId),
  })
  jobs.work(
    'refund-late',
    // The queue holds exactly what this feature enqueues as LateMoney.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (data) => refundLatePayment(services, data as LatePayment),
    { keyOf: ({ invoiceId }) => String(invoiceId) },
  )
  jobs.work(
    'refund-rest',
    async ({ paymentIntentId }) => void (await refundRemaining(services, String(paymentIntentId))),
    { keyOf: ({ paymentIntentId }) => String(paymentIntentId) },
  )
  jobs.every('* * * * *', 'reconcile-subscriptions', () => reconcileSubscriptions(services))
  // Every hour, so that a server that was off when its day came still writes in time.
  jobs.every('41 * * * *', 'billing-reminders', () => sendReminders(services))
  jobs.every('17 * * * *', 'announce-texts', () => announceTexts(services))
}
