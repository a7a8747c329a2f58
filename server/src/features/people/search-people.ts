import { maxCountedPeople } from '@touchline/contract/admin.ts'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '#db/database.ts'
import { isAfterRow } from '#db/place-in-list.ts'
import { people } from './schema.ts'
import { personWords } from './search-schema.ts'

/** Wildcards of LIKE: the index splits words at them, so such pieces are matched literally. */
const special = /[%_\\]/

const containsLiterally = (piece: string) =>
  sql`exists (select 1 from ${people} where ${people.id} = ${personWords.personId} and strpos(lower(concat_ws(' ', ${people.firstName}, ${people.lastName}, ${people.email})), lower(${piece})) > 0)`

/** All words typed must match, the last one as a prefix, without case and accents. */
function matching(typed: string): SQL | undefined {
  const pieces = typed.split(/\s+/).filter((piece) => special.test(piece))
  return and(sql`${personWords.words} @@ begun_words(${typed})`, ...pieces.map(containsLiterally))
}

/** Condition that a search matches the person of a column; for lists of what people did. */
export const matchesPerson = (search: string, personId: PgColumn): SQL =>
  sql`exists (select from ${personWords} where ${personWords.personId} = ${personId} and ${matching(search)})`

type Input = {
  search?: string | undefined
  limit: number
  page?: number
  /** The page size, if `limit` asks for more than one page. */
  step?: number
  before?: string | undefined
  /** A further condition on `personWords.personId`. */
  where?: SQL | undefined
}

/** Returns ids, newest first, after the person `before`. A `search` without a usable word matches none. */
export async function findPeople(
  db: Queryable,
  { search = '', limit, page = 1, step = limit, before, where }: Input,
): Promise<string[]> {
  const rows = await db
    .select({ id: personWords.personId })
    .from(personWords)
    .where(
      and(
        search === '' ? undefined : matching(search),
        where,
        before ? isAfterRow([personWords.createdAt, personWords.personId], before) : undefined,
      ),
    )
    .orderBy(desc(personWords.createdAt), desc(personWords.personId))
    .limit(limit)
    .offset(before ? 0 : (page - 1) * step)
  return rows.map(({ id }) => id)
}

/** Counts people, or those that match `search` and `where`, up to the limit of the contract. */
export async function countPeople(db: Queryable, search = '', where?: SQL): Promise<number> {
  const all = db.select({ id: personWords.personId }).from(personWords)
  const condition = and(search === '' ? undefined : matching(search), where)
  const counted = condition ? all.where(condition).limit(maxCountedPeople) : all
  return db.$count(counted.as('counted'))
}
