import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people, type Person } from './schema.ts'

/** The person with this Stripe customer id; null for an unknown or deleted customer. */
export async function findByCustomer(db: Queryable, customerId: string): Promise<Person | null> {
  const [person] = await db.select().from(people).where(eq(people.stripeCustomerId, customerId)).limit(1)
  return person ?? null
}
