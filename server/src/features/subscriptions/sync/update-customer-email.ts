import { eq } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

/** Stripe sends receipts there. Throws while Stripe is unavailable. */
export async function updateCustomerEmail(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  personId: string,
): Promise<void> {
  const [person] = await db.select().from(people).where(eq(people.id, personId))
  if (!person?.stripeCustomerId || person.erasedAt) return
  const { deleted } = await withRefusals(payments.stripe.customers.retrieve(person.stripeCustomerId))
  if (deleted) return
  await withRefusals(payments.stripe.customers.update(person.stripeCustomerId, { email: person.email }))
}
