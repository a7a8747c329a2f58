import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { findByCustomer } from '#features/people/find-by-customer.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { type Person, people } from '#features/people/schema.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'

/** The alert names the payer and the transaction; its subject is the charge. */
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
  const person = await payerOf(services, charge)
  const named = [...(txn ? [`transaction ${idOf(txn)}`] : []), `charge ${charge.id}`].join(', ')
  await raiseAlert(services.db, services, {
    kind: 'fraud-warning',
    subject: charge.id,
    personId: person?.id ?? null,
    message: `The bank suspects that the ${amount} of ${payerName(person, charge)} were not paid by the owner of the card (${named}). Refunding the payment now avoids a dispute.`,
  })
}

/** The member who paid: the one with that customer, or, once the customer is deleted, the one in the books. */
async function payerOf({ db }: Services, charge: Stripe.Charge): Promise<Person | null> {
  const { customer, balance_transaction: txn } = charge
  const person = customer ? await findByCustomer(db, idOf(customer)) : null
  if (person || !txn) return person
  const [booked] = await db
    .select({ person: people })
    .from(ledgerJournals)
    .innerJoin(people, eq(people.id, ledgerJournals.personId))
    .where(eq(ledgerJournals.providerTxn, idOf(txn)))
  return booked?.person ?? null
}

/** The name of the member who paid; without one, what was written at the card. */
function payerName(person: Person | null, { billing_details: card }: Stripe.Charge): string {
  const names = [person?.firstName, person?.lastName].filter(Boolean).join(' ')
  return (names || person?.email || card.name || card.email || 'an unknown payer').slice(0, 200)
}
