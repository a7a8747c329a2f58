import type { ListedPerson } from '@touchline/contract/blocks.ts'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/accounts/schema.ts'
import { type Block, blocks } from './schema.ts'

/** The block of a person that holds now. */
export async function openBlockOf(db: Queryable, personId: string): Promise<Block | null> {
  const [found] = await db
    .select()
    .from(blocks)
    .where(and(eq(blocks.personId, personId), isNull(blocks.endedAt)))
    .limit(1)
  return found ?? null
}

const listed = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  role: people.role,
  isBlocked: people.isBlocked,
  reason: blocks.reason,
  until: blocks.until,
  startsAt: blocks.startsAt,
}

const theirOpenBlock = and(eq(blocks.personId, people.id), isNull(blocks.endedAt))

type Row = Pick<ListedPerson, 'id' | 'firstName' | 'lastName' | 'email' | 'role' | 'isBlocked'> & {
  reason: string | null
  until: Date | null
  startsAt: Date | null
}

const toListed = ({ reason, until, startsAt, ...person }: Row): ListedPerson => ({
  ...person,
  profileImageUrl: null,
  block: startsAt && {
    reason,
    until: until?.toISOString() ?? null,
    startsAt: startsAt.toISOString(),
  },
})

/** People by id, in the order of `ids`. */
export async function listedPeople(db: Queryable, ids: string[]): Promise<ListedPerson[]> {
  const known = ids.filter((id) => isUuid(id))
  if (known.length === 0) return []
  const rows = await db
    .select(listed)
    .from(people)
    .leftJoin(blocks, theirOpenBlock)
    .where(inArray(people.id, known))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toListed)
}

const pageSize = 50

/** Who is blocked, the last one first, beginning after the person of id `before`. */
export async function blockedPeople(db: Queryable, before: string | undefined): Promise<ListedPerson[]> {
  const rows = await db
    .select(listed)
    .from(blocks)
    .innerJoin(people, eq(people.id, blocks.personId))
    .where(
      and(
        isNull(blocks.endedAt),
        before && isUuid(before)
          ? sql`(${blocks.startsAt}, ${blocks.id}) < (select last.starts_at, last.id from ${blocks} last where last.person_id = ${before} and last.ended_at is null)`
          : undefined,
      ),
    )
    .orderBy(desc(blocks.startsAt), desc(blocks.id))
    .limit(pageSize)
  return rows.map(toListed)
}
