import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { cancelSubscription } from '#features/subscriptions/ending/cancel-subscription.ts'
import type { Services } from '#services.ts'
import { blocks } from './schema.ts'

/**
 * Ends what a blocked person pays, with the month they have paid for; what is not paid ends at once. Nobody who cannot
 * come in pays again. A block that is over changes nothing. Rejects while the provider does not answer.
 */
export async function endBilling(services: Services, blockId: string): Promise<void> {
  const [person] = await services.db
    .select({ id: people.id, role: people.role, stripeCustomerId: people.stripeCustomerId })
    .from(blocks)
    .innerJoin(people, eq(people.id, blocks.personId))
    .where(and(eq(blocks.id, blockId), isNull(blocks.endedAt)))
  if (!person) return
  try {
    await cancelSubscription(services, person)
  } catch (error) {
    const hasNothing = error instanceof Refusal && error.code === 'conflict'
    if (!hasNothing) throw error
  }
}
