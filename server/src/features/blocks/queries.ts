import type { ListedPerson } from '@touchline/contract/blocks.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { parseCursorId } from '#db/place-in-list.ts'
import { people } from '#features/people/schema.ts'
import { listedPersonColumns, toListedPerson } from './listed-people.ts'
import { type Block, blocks } from './schema.ts'

export async function openBlockOf(db: Queryable, personId: string): Promise<Block | null> {
  const [found] = await db
    .select()
    .from(blocks)
    .where(and(eq(blocks.personId, personId), isNull(blocks.endedAt)))
    .limit(1)
  return found ?? null
}

const pageSize = 50

/** Returns one page of blocked people, latest block first, starting after the person `before`. */
export async function blockedPeople(db: Queryable, before: string | undefined): Promise<ListedPerson[]> {
  const rows = await db
    .select(listedPersonColumns)
    .from(blocks)
    .innerJoin(people, eq(people.id, blocks.personId))
    .where(
      and(
        isNull(blocks.endedAt),
        before
          ? sql`(${blocks.startsAt}, ${blocks.id}) < (select last.starts_at, last.id from ${blocks} last where last.person_id = ${parseCursorId(before)} and last.ended_at is null)`
          : undefined,
      ),
    )
    .orderBy(desc(blocks.startsAt), desc(blocks.id))
    .limit(pageSize)
  return rows.map(toListedPerson)
}
