import type { TipFilter } from '@touchline/contract/tips.ts'
import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { containsPattern } from '#db/contains-pattern.ts'
import type { Queryable } from '#db/database.ts'
import { nameInSql } from '#features/people/full-name-sql.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { type TipRow, tips } from './schema.ts'

/** The creator tips go to; null while the club has none. */
export async function mainInfluencer(db: Queryable) {
  const [creator] = await db
    .select(partyColumns)
    .from(people)
    .where(eq(people.isMainInfluencer, true))
    .limit(1)
  return creator ?? null
}

/** One tip; null for an id that is not one. */
export async function tipById(db: Queryable, id: string): Promise<TipRow | null> {
  if (!validate(id)) return null
  const [tip] = await db.select().from(tips).where(eq(tips.id, id)).limit(1)
  return tip ?? null
}

type Page = { page: number; limit: number }

/** A page of what a person sent, newest first, with who it went to. A failed tip was not sent. */
export const tipsSentBy = (db: Queryable, personId: string, page: Page) =>
  pageOf(db, page, {
    otherSide: eq(people.id, tips.toPersonId),
    condition: and(eq(tips.fromPersonId, personId), ne(tips.status, 'failed')),
    order: newestFirst,
  })

/**
 * A page of what a creator was sent, with its senders. `search` looks in messages, for an amount in dollars ('5',
 * '$5.00') and in the senders' names as shown. 'most_recent' is newest first, 'all' oldest first; 'latest' begins with
 * the tip to which something happened last: it came, or it was hearted.
 */
export const tipsReceivedBy = (
  db: Queryable,
  personId: string,
  { search = '', filter = 'most_recent', ...page }: Page & { search?: string; filter?: TipFilter },
) =>
  pageOf(db, page, {
    otherSide: eq(people.id, tips.fromPersonId),
    condition: and(eq(tips.toPersonId, personId), ne(tips.status, 'failed')),
    order: orders[filter],
    search,
  })

type Selection = { otherSide: SQL; condition: SQL | undefined; order: SQL[]; search?: string }

const newestFirst = [desc(tips.createdAt), desc(tips.id)]
const orders: Record<TipFilter, SQL[]> = {
  most_recent: newestFirst,
  latest: [desc(sql`coalesce(${tips.acknowledgedAt}, ${tips.createdAt})`), desc(tips.id)],
  all: [asc(tips.createdAt), asc(tips.id)],
}

async function pageOf(
  db: Queryable,
  { page, limit }: Page,
  { otherSide, condition, order, search = '' }: Selection,
) {
  const offset = (page - 1) * limit
  const place = { order, limit, offset }
  const { ids, total } =
    search === '' ? await allOf(db, condition, place) : await matchesOf(db, condition, { ...place, search })
  const rows = await db
    .select({ tip: tips, party: partyColumns })
    .from(tips)
    .innerJoin(people, otherSide)
    .where(inArray(tips.id, ids))
    .orderBy(...order)
  return { rows, total, hasMore: offset + rows.length < total }
}

type Place = { order: SQL[]; limit: number; offset: number }
type Found = { ids: string[]; total: number }

async function allOf(
  db: Queryable,
  condition: SQL | undefined,
  { order, limit, offset }: Place,
): Promise<Found> {
  const shown = await db
    .select({ id: tips.id })
    .from(tips)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { ids: shown.map(({ id }) => id), total: await db.$count(tips, condition) }
}

/** Compares every tip once, for its page and the count together, and the name of every person once. */
async function matchesOf(
  db: Queryable,
  condition: SQL | undefined,
  { order, limit, offset, search }: Place & { search: string },
): Promise<Found> {
  // As ilike compares, which would lower the pattern again for every row.
  const contains = (text: SQL) => sql`lower(${text}) like lower(${containsPattern(search)})`
  const cents = toCents(search)
  const { rows } = await db.execute<Found>(sql`
    with found as materialized (
      select tips.id, tips.created_at, tips.acknowledged_at from tips
      left join (select id from people where ${contains(nameInSql('people'))}) named on named.id = tips.from_person_id
      where ${condition} and (
        ${contains(sql`tips.message`)} or named.id is not null or tips.amount_cents = ${cents}::int)
    )
    select (select count(*)::int from found) as total, array(
      select id from found as tips order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}) as ids`)
  return rows[0] ?? { ids: [], total: 0 }
}

/** An amount as people type it ('5', '$5', '5.00') in cents; null for anything else. */
function toCents(typed: string): number | null {
  const amount = /^\$?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed)
  return amount ? Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0')) : null
}
