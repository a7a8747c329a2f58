import type { Role } from '@touchline/contract/people.ts'
import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Services } from '#services.ts'
import { endSessions } from './end-session.ts'
import { people } from '#features/people/schema.ts'

/** Changes the role of a person and ends their sessions, so that the new role starts with a sign-in. */
export async function setRole(
  tx: Queryable,
  services: Pick<Services, 'live'>,
  { personId, role }: { personId: string; role: Role },
): Promise<void> {
  await tx.update(people).set({ role }).where(eq(people.id, personId))
  await endSessions(tx, services, { personId })
}
