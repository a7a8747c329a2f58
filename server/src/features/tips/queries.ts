import type { TipFilter } from '@touchline/contract/tips.ts'
import { and, asc, desc, eq, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { containsPattern } from '#db/contains-pattern.ts'
import type { Queryable } from '#db/database.ts'
import { nameInSql } from '#features/accounts/name-in-sql.ts'
import { partyColumns } from '#features/accounts/party-columns.ts'
import { people } from '#features/accounts/schema.ts'
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
    condition: and(
      eq(tips.toPersonId, personId),
      ne(tips.status, 'failed'),
      search === '' ? undefined : matches(search),
    ),
    order: orders[filter],
    isNameSearched: search !== '',
  })

type Selection = { otherSide: SQL; condition: SQL | undefined; order: SQL[]; isNameSearched?: boolean }

const newestFirst = [desc(tips.createdAt), desc(tips.id)]
const orders: Record<TipFilter, SQL[]> = {
  most_recent: newestFirst,
  latest: [desc(sql`coalesce(${tips.acknowledgedAt}, ${tips.createdAt})`), desc(tips.id)],
  all: [asc(tips.createdAt), asc(tips.id)],
}

async function pageOf(
  db: Queryable,
  { page, limit }: Page,
  { otherSide, condition, order, isNameSearched = false }: Selection,
) {
  const offset = (page - 1) * limit
  // Names are joined where they are searched; else to the tips of the page alone.
  const found = db.select({ id: tips.id }).from(tips).$dynamic()
  if (isNameSearched) void found.innerJoin(people, otherSide)
  const counted = db
    .select({ total: sql<number>`count(*)::int` })
    .from(tips)
    .$dynamic()
  if (isNameSearched) void counted.innerJoin(people, otherSide)
  const shown = found
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const rows = await db
    .select({ tip: tips, party: partyColumns })
    .from(tips)
    .innerJoin(people, otherSide)
    .where(inArray(tips.id, shown))
    .orderBy(...order)
  const [{ total } = { total: 0 }] = await counted.where(condition)
  return { rows, total, hasMore: offset + rows.length < total }
}

function matches(search: string) {
  const anywhere = containsPattern(search)
  const cents = toCents(search)
  return or(
    ilike(tips.message, anywhere),
    ilike(nameInSql('people'), anywhere),
    cents === null ? undefined : eq(tips.amountCents, cents),
  )
}

/** An amount as people type it ('5', '$5', '5.00') in cents; null for anything else. */
function toCents(typed: string): number | null {
  const amount = /^\$?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed)
  return amount ? Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0')) : null
}
