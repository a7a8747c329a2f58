import { eq } from 'drizzle-orm'
import { saveCustomer } from '#features/people/stripe-customer.ts'
import { people } from '#features/people/schema.ts'
import type { Caller } from './caller.ts'
import type { Club } from './club.ts'

/** Stripe's test cards by their `pm_card_…` tokens. */
export type TestCard =
  | 'visa'
  | 'mastercard'
  | 'chargeCustomerFail'
  | 'authenticationRequired'
  | 'authenticationRequiredChargeDeclinedInsufficientFunds'

/** Saves a test card as a person's default at the provider, creating the customer if needed. */
export async function saveCard(
  { services: { db, payments } }: Pick<Club, 'services'>,
  { id, email }: Caller,
  card: TestCard,
): Promise<{ customerId: string; methodId: string }> {
  const [person] = await db.select().from(people).where(eq(people.id, id))
  const customerId = person?.stripeCustomerId ?? (await payments.stripe.customers.create({ email })).id
  await saveCustomer(db, id, customerId)
  const method = await payments.stripe.paymentMethods.attach(`pm_card_${card}`, { customer: customerId })
  await payments.stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: method.id },
  })
  return { customerId, methodId: method.id }
}
