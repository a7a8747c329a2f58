import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people } from './schema.ts'

/** Notes which customer of the payment provider a person is; it never changes while that customer exists. */
export async function saveCustomer(db: Queryable, personId: string, customerId: string): Promise<void> {
  await db
    .update(people)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(people.id, personId), isNull(people.stripeCustomerId)))
}

/** Lets go of a customer that was deleted at the payment provider. */
export async function clearDeletedCustomer(db: Queryable, customerId: string): Promise<void> {
  await db.update(people).set({ stripeCustomerId: null }).where(eq(people.stripeCustomerId, customerId))
}
