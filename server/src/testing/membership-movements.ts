import type { MovementKind } from '@touchline/contract/insights.ts'
import { v7 as uuid } from 'uuid'
import { createPerson } from '#features/people/create-person.ts'
import { membershipMovements, memberships } from '#features/subscriptions/schema.ts'
import type { Club } from './club.ts'

type Move = { kind: MovementKind; at: string; members: -1 | 0 | 1; cents: number }

/** A new membership at the normal price. */
export const newMembership = (at: string) => ({ kind: 'new', at, members: 1, cents: 1299 }) as const

/** Uses no provider. The person joined with the first movement. */
export async function addMovements(
  { services: { db } }: Pick<Club, 'services'>,
  moves: Move[],
  firstName = 'Una',
) {
  const [first] = moves
  const startedAt = new Date(first!.at)
  const membershipId = uuid()
  const { id: personId } = await createPerson(db, {
    email: `${membershipId}@moved.example`,
    firstName,
    role: 'subscriber',
    createdAt: startedAt,
  })
  await db.insert(memberships).values({
    id: membershipId,
    personId,
    customerId: `cus_${membershipId}`,
    subscriptionId: `sub_${membershipId}`,
    status: 'active',
    priceCents: 1299,
    periodEnd: startedAt,
    startedAt,
    isCurrent: true,
    syncedAt: startedAt,
  })
  await db.insert(membershipMovements).values(
    moves.map(({ at, ...move }) => ({
      id: uuid(),
      membershipId,
      personId,
      joinedMonth: `${first!.at.slice(0, 7)}-01`,
      happenedAt: new Date(at),
      recordedAt: new Date(at),
      ...move,
    })),
  )
  return { personId, membershipId }
}
