import type { ListedDeletion } from '@touchline/contract/account-deletion.ts'
import { count, desc, eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { departures } from '#features/people/deletion-schema.ts'

const pageSize = 20

/** Returns one page of all deletion requests, newest first. `person` is null after the erasure. */
export async function listDeletions(
  db: Database,
  page: number,
): Promise<{ deletions: ListedDeletion[]; total: number; hasMore: boolean }> {
  const [all] = await db.select({ count: count() }).from(departures)
  const rows = await db
    .select({ departure: departures, person: people })
    .from(departures)
    .innerJoin(people, eq(people.id, departures.personId))
    .orderBy(desc(departures.requestedAt), desc(departures.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const total = all?.count ?? 0
  const deletions = rows.map(({ departure, person }) => ({
    id: departure.id,
    state: departure.state,
    person: person.erasedAt
      ? null
      : {
          id: person.id,
          name: [person.firstName, person.lastName].filter(Boolean).join(' ') || null,
          email: person.email,
        },
    message: departure.message,
    requestedAt: departure.requestedAt.toISOString(),
    confirmedAt: departure.confirmedAt?.toISOString() ?? null,
    dueAt: departure.dueAt?.toISOString() ?? null,
    endedAt: departure.endedAt?.toISOString() ?? null,
    removed: departure.removed,
  }))
  return { deletions, total, hasMore: page * pageSize < total }
}
