import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people, type Person } from './schema.ts'

/** Whoever is this customer of the payment provider; null for nobody's, and for one that was deleted there. */
export async function findByCustomer(db: Queryable, customerId: string): Promise<Person | null> {
  const [person] = await db.select().from(people).where(eq(people.stripeCustomerId, customerId)).limit(1)
  return person ?? null
}
