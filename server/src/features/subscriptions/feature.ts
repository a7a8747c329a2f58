import { sql } from 'drizzle-orm'
import { by, nothing, ofNumbers, ofTheSite, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { exportMemberships, exportSubscribers } from './export.ts'
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
import { adoptPromoCodes } from './checkout/promo-codes-at-stripe.ts'
import { voidInvoices } from './ending/void-invoices.ts'
import { routes, webhookRoutes } from './routes.ts'

/**
 * The outline of a subscription's life:
 * 1. `checkout/` reserves a promo code, creates customer and subscription; the browser confirms the first payment.
 * 2. `sync/` fetches and saves subscriptions after each event of Stripe; nothing else changes a membership.
 * 3. Each change books payments, records MRR (`mrr/`), sends `emails/` and enqueues the follow-ups at Stripe.
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
    jobs.every('7 * * * *', 'adopt-promo-codes', () => adoptPromoCodes(services))
    jobs.every('17 * * * *', 'announce-texts', () => announceTexts(services))
  },
  erase: [
    {
      table: 'memberships',
      fate: 'emptied',
      holds: 'subscriptions, and the card they were paid with',
      whose: by('person_id'),
      columns: { card_brand: nothing, card_last4: nothing, card_expires_at: nothing },
      keeps: ['customer_id', 'subscription_id', 'status', 'first_payment', 'heeded_default'],
      why: 'the books refer to them; the provider’s ids alone identify no one',
    },
    {
      table: 'subscription_starts',
      fate: 'deleted',
      holds: 'attempts to subscribe again',
      whose: by('person_id'),
    },
    {
      table: 'promo_redemptions',
      fate: 'emptied',
      holds: 'promotion codes they used',
      whose: ({ personId, email }) =>
        sql`person_id = ${personId} or signup_id in (select id from pending_signups where person_id = ${personId} or email = ${email})`,
      columns: { person_id: nothing, signup_id: nothing, subscription_id: nothing },
      keeps: ['code', 'state', 'address_key', 'card_key'],
      why: 'so that a code works once per person: keyed hashes, from which no address or card can be read',
    },
    {
      table: 'billing_letters',
      fate: 'deleted',
      holds: 'billing e-mails they were sent',
      whose: by('person_id'),
    },
    ...untouched(ofNumbers, 'membership_movements'),
    ...untouched(ofTheSite, 'promo_codes'),
  ],
  export: {
    profile: exportMemberships,
    lists: [{ type: 'subscribers', rows: exportSubscribers }],
  },
}
