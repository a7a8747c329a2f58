import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people } from './schema.ts'

/** Notes which customer of the payment provider a person is; it is set once and never changes. */
export async function rememberCustomer(db: Queryable, personId: string, customerId: string): Promise<void> {
  await db
    .update(people)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(people.id, personId), isNull(people.stripeCustomerId)))
}
