import { maxCountedPeople } from '@touchline/contract/admin.ts'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '#db/database.ts'
import { isAfterRow } from '#db/place-in-list.ts'
import { people } from './schema.ts'
import { personWords } from './search-schema.ts'

/** Signs that mean something to a database: words are parted at them, so they are looked for as they stand. */
const special = /[%_\\]/

const containsLiterally = (piece: string) =>
  sql`exists (select 1 from ${people} where ${people.id} = ${personWords.personId} and strpos(lower(concat_ws(' ', ${people.firstName}, ${people.lastName}, ${people.email})), lower(${piece})) > 0)`

/** Names and addresses that have all the words typed, the last letters of each perhaps missing; case and accents make no difference. */
function matching(typed: string): SQL | undefined {
  const pieces = typed.split(/\s+/).filter((piece) => special.test(piece))
  return and(sql`${personWords.words} @@ begun_words(${typed})`, ...pieces.map(containsLiterally))
}

/** The condition that a search finds the person a column names; for lists of what people did. */
export const matchesPerson = (search: string, personId: PgColumn): SQL =>
  sql`exists (select from ${personWords} where ${personWords.personId} = ${personId} and ${matching(search)})`

type Input = {
  search?: string | undefined
  limit: number
  page?: number
  /** How many a page holds, where more of them are asked for. */
  step?: number
  before?: string | undefined
}

/**
 * The ids of people, who came last first: a page of `limit`, or what follows the person of id `before`. With `search`
 * those it finds; nobody where it holds no word.
 */
export async function findPeople(
  db: Queryable,
  { search = '', limit, page = 1, step = limit, before }: Input,
): Promise<string[]> {
  const rows = await db
    .select({ id: personWords.personId })
    .from(personWords)
    .where(
      and(
        search === '' ? undefined : matching(search),
        before ? isAfterRow([personWords.createdAt, personWords.personId], before) : undefined,
      ),
    )
    .orderBy(desc(personWords.createdAt), desc(personWords.personId))
    .limit(limit)
    .offset(before ? 0 : (page - 1) * step)
  return rows.map(({ id }) => id)
}

/** How many people there are; with `search` how many it finds, counted as far as the contract says. */
export async function countPeople(db: Queryable, search = ''): Promise<number> {
  const all = db.select({ id: personWords.personId }).from(personWords)
  const counted = search === '' ? all : all.where(matching(search)).limit(maxCountedPeople)
  return db.$count(counted.as('counted'))
}
