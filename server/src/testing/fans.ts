import { createPerson } from '#features/people/create-person.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Services } from '#services.ts'

const paidForMs = 300 * 24 * 60 * 60 * 1000

/** Inserts people with memberships paid for most of a year; returns their ids. */
export async function addFans(
  { services, clock }: { services: Pick<Services, 'db'>; clock: Services['clock'] },
  count: number,
): Promise<string[]> {
  const now = clock.now()
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { id } = await createPerson(services.db, { email: `fan${index}@club.example`, createdAt: now })
      await services.db.insert(memberships).values({
        id,
        personId: id,
        customerId: `cus_${index}`,
        subscriptionId: `sub_${index}`,
        status: 'active',
        paidThrough: new Date(now.getTime() + paidForMs),
        priceCents: 1299,
        periodEnd: now,
        startedAt: now,
        isCurrent: true,
        syncedAt: now,
      })
      return id
    }),
  )
}
