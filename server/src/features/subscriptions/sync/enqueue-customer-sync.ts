import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'

/** Enqueues a sync of the payer's subscriptions: a refund or dispute of their payment may end their access. */
export async function enqueueCustomerSync(
  tx: Transaction,
  { jobs }: Pick<Services, 'jobs'>,
  personId: string | null,
): Promise<void> {
  if (!personId) return
  const [payer] = await tx
    .select({ customerId: people.stripeCustomerId })
    .from(people)
    .where(eq(people.id, personId))
  if (payer?.customerId) await jobs.enqueue(tx, 'sync-customer', { customerId: payer.customerId })
}
