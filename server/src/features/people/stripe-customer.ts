import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people } from './schema.ts'

/** Saves the Stripe customer id of a person; it never changes while that customer exists. */
export async function saveCustomer(db: Queryable, personId: string, customerId: string): Promise<void> {
  await db
    .update(people)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(people.id, personId), isNull(people.stripeCustomerId)))
}

export async function clearDeletedCustomer(db: Queryable, customerId: string): Promise<void> {
  await db.update(people).set({ stripeCustomerId: null }).where(eq(people.stripeCustomerId, customerId))
}
