import type { TipFilter } from '@touchline/contract/tips.ts'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { containsPattern } from '#db/contains-pattern.ts'
import type { Queryable } from '#db/database.ts'
import { fullNameSql } from '#features/people/full-name-sql.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { type TipRow, tips } from './schema.ts'

/** The creator who receives tips; null while there is none. */
export async function mainInfluencer(db: Queryable) {
  const [creator] = await db
    .select(partyColumns)
    .from(people)
    .where(eq(people.isMainInfluencer, true))
    .limit(1)
  return creator ?? null
}

export async function tipById(db: Queryable, id: string): Promise<TipRow | null> {
  if (!validate(id)) return null
  const [tip] = await db.select().from(tips).where(eq(tips.id, id)).limit(1)
  return tip ?? null
}

type Page = { page: number; limit: number }

/** A literal, not a parameter: `tips_received` is a partial index. */
const isNotFailed = sql`${tips.status} <> 'failed'`

/** A page of the tips a person sent, newest first, with the recipients. Failed tips are left out. */
export const tipsSentBy = (db: Queryable, personId: string, page: Page) =>
  pageOf(db, page, {
    otherSide: eq(people.id, tips.toPersonId),
    condition: and(eq(tips.fromPersonId, personId), isNotFailed),
    order: newestFirst,
  })

/** `search` matches messages, amounts ('5', '$5.00') and names. 'latest' sorts by arrival or heart. */
export const tipsReceivedBy = (
  db: Queryable,
  personId: string,
  { search = '', filter = 'most_recent', ...page }: Page & { search?: string; filter?: TipFilter },
) =>
  pageOf(db, page, {
    otherSide: eq(people.id, tips.fromPersonId),
    condition: and(eq(tips.toPersonId, personId), isNotFailed),
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
  const { ids, total, isPartial } =
    search === '' ? await allOf(db, condition, place) : await matchesOf(db, condition, { ...place, search })
  const rows = await db
    .select({ tip: tips, party: partyColumns })
    .from(tips)
    .innerJoin(people, otherSide)
    .where(inArray(tips.id, ids))
    .orderBy(...order)
  return {
    rows,
    total,
    hasMore: offset + rows.length < total,
    ...(isPartial ? { searchedNewest: newestSearched } : {}),
  }
}

type Place = { order: SQL[]; limit: number; offset: number }
type Found = { ids: string[]; total: number; isPartial: boolean }

async function allOf(
  db: Queryable,
  condition: SQL | undefined,
  { order, limit, offset }: Place,
): Promise<Found> {
  // In turn, because two connections at once for each request would exhaust the pool.
  const shown = await db
    .select({ id: tips.id })
    .from(tips)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { ids: shown.map(({ id }) => id), total: await db.$count(tips, condition), isPartial: false }
}

/**
 * Compares as ilike does, which would lower the pattern again for every row; there are trigram indexes of both texts.
 */
const contains = (text: SQL, search: string) => sql`lower(${text}) like lower(${containsPattern(search)})`

/** The people whose name as staff reads it contains `search`. */
export const isNamed = (search: string): SQL => contains(fullNameSql('people'), search)

export const isSaid = (search: string): SQL => contains(sql`tips.message`, search)

/** Indexes of trigrams know nothing shorter than three letters or digits in a row. */
const isInIndex = (search: string) => /[\p{L}\p{N}]{3}/u.test(search)

/** How many of the newest tips are compared with a search that no index can answer. */
export const newestSearched = 10_000

/** Finds each tip once. Long words use the indexes; short ones are compared with the newest tips. */
async function matchesOf(db: Queryable, condition: SQL | undefined, place: SearchPlace): Promise<Found> {
  const cents = toCents(place.search)
  const amount = cents === null ? null : sql`tips.amount_cents = ${cents}::int`
  return isInIndex(place.search)
    ? pageOfFound(db, place, {
        found: byIndex(condition, place.search, amount),
        isKept: true,
        since: sql`null`,
      })
    : pageOfFound(db, place, byComparison(condition, place.search, amount))
}

type SearchPlace = Place & { search: string }
type Source = { found: SQL; isKept: boolean; since: SQL }

const tipsWhere = (condition: SQL | undefined, matches: SQL) => sql`
  select tips.id, tips.created_at, tips.acknowledged_at from tips where ${condition} and ${matches}`

function byIndex(condition: SQL | undefined, search: string, amount: SQL | null): SQL {
  const ways = [
    ...(amount ? [amount] : []),
    sql`tips.from_person_id in (select id from people where ${isNamed(search)})`,
    isSaid(search),
  ]
  const inTurn = ways.map((way, index) =>
    tipsWhere(
      condition,
      sql.join([way, ...ways.slice(0, index).map((before) => sql`(${before}) is not true`)], sql` and `),
    ),
  )
  return sql.join(inTurn, sql` union all `)
}

function byComparison(condition: SQL | undefined, search: string, amount: SQL | null): Source {
  const since = sql`(
    select created_at from tips where ${condition}
    order by created_at desc, id desc limit 1 offset ${newestSearched})`
  const words = sql`(
    tips.created_at > coalesce(${since}, '-infinity')
    and ((select ${isNamed(search)} from people where id = tips.from_person_id) or ${isSaid(search)}))`
  const matches = amount ? sql`(${amount} or ${words})` : words
  return { found: tipsWhere(condition, matches), isKept: !amount, since }
}

async function pageOfFound(
  db: Queryable,
  { order, limit, offset }: Place,
  { found, isKept, since }: Source,
): Promise<Found> {
  const kept = isKept ? sql`materialized` : sql`not materialized`
  const { rows } = await db.execute<Found>(sql`
    with found as ${kept} (${found})
    select (select count(*)::int from found) as total, ${since} is not null as "isPartial", array(
      select id from found as tips order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}) as ids`)
  return rows[0] ?? { ids: [], total: 0, isPartial: false }
}

/** A typed amount ('5', '$5', '5.00') in cents; null for anything else. */
function toCents(typed: string): number | null {
  const amount = /^\$?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed)
  return amount ? Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0')) : null
}
