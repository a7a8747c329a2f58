import type Stripe from 'stripe'
import { findByCustomer } from '#features/people/find-by-customer.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

/**
 * Makes an alert of the provider's early warning that a card was used by somebody else: it names the payer and the
 * transaction, by which the payment is found in the books. Its subject is the charge.
 */
export async function warnOfFraud(services: Services, warningId: string): Promise<void> {
  const { stripe } = services.payments
  const warning = await withRefusals(
    stripe.radar.earlyFraudWarnings.retrieve(warningId, { expand: ['charge'] }),
  )
  const charge =
    typeof warning.charge === 'string'
      ? await withRefusals(stripe.charges.retrieve(warning.charge))
      : warning.charge
  const amount = `${(charge.amount / 100).toFixed(2)} ${charge.currency.toUpperCase()}`
  const txn = charge.balance_transaction
  const named = [...(txn ? [`transaction ${idOf(txn)}`] : []), `charge ${charge.id}`].join(', ')
  await raiseAlert(services.db, services, {
    kind: 'fraud-warning',
    subject: charge.id,
    message: `The bank suspects that the ${amount} of ${await payerOf(services, charge)} were not paid by the owner of the card (${named}). Refunding the payment now avoids a dispute.`,
  })
}

/** Who paid, in words: the person with that customer, else what they wrote at the card. */
async function payerOf(
  { db }: Services,
  { customer, billing_details: card }: Stripe.Charge,
): Promise<string> {
  const person = customer ? await findByCustomer(db, idOf(customer)) : null
  const names = [person?.firstName, person?.lastName].filter(Boolean).join(' ')
  return (names || person?.email || card.name || card.email || 'somebody unknown').slice(0, 200)
}
