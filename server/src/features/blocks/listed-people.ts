import type { ListedPerson } from '@touchline/contract/blocks.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { avatarUrl } from '#features/people/avatar.ts'
import { people } from '#features/people/schema.ts'
import { blocks } from './schema.ts'

/** The columns of a listed person; the query must join their open block. */
export const listedPersonColumns = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  avatarId: people.avatarId,
  role: people.role,
  isBlocked: people.isBlocked,
  reason: blocks.reason,
  until: blocks.until,
  startsAt: blocks.startsAt,
  isByAdmin: sql<boolean>`exists (select 1 from people maker where maker.id = ${blocks.byId} and maker.role = 'admin')`,
}

const openBlock = and(eq(blocks.personId, people.id), isNull(blocks.endedAt))

type Row = Pick<ListedPerson, 'id' | 'firstName' | 'lastName' | 'email' | 'role' | 'isBlocked'> & {
  reason: string | null
  until: Date | null
  startsAt: Date | null
  avatarId: string | null
  isByAdmin: boolean
}

export const toListedPerson = ({
  reason,
  until,
  startsAt,
  isByAdmin,
  avatarId,
  ...person
}: Row): ListedPerson => ({
  ...person,
  profileImageUrl: avatarId && avatarUrl(avatarId),
  block: startsAt && {
    reason,
    until: until?.toISOString() ?? null,
    startsAt: startsAt.toISOString(),
    isByAdmin,
  },
})

/** Returns people by id, in the order of `ids`. */
export async function listedPeople(db: Queryable, ids: string[]): Promise<ListedPerson[]> {
  const known = ids.filter((id) => isUuid(id))
  if (known.length === 0) return []
  const rows = await db
    .select(listedPersonColumns)
    .from(people)
    .leftJoin(blocks, openBlock)
    .where(inArray(people.id, known))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toListedPerson)
}
