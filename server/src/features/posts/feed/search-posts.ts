import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { allOf, contains, type Search } from './search-terms.ts'
import { isVisibleTo, type Reader } from '../reader.ts'

export type Cursor = { createdAt: Date; id: string }
type PageRequest = { reader: Reader; search: Search; max: number; after: Cursor | null }

const firstScan = 300
/** With fewer than one match per this many posts, the word index is faster than scanning. */
const rareBelow = 20

const isAfter = (after: Cursor | null, id: SQL) =>
  after
    ? sql`(p.created_at, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql`true`

const newestFirst = (max: number) => sql`order by created_at desc, id desc limit ${max}`

/** The matches among the newest posts; `termsSaid` counts the posts that contain each term. */
type Scan = { ids: string[]; scanned: number; termsSaid: number[] }

async function scanNewest(
  db: Database,
  { reader, search, max, after }: PageRequest,
  rows: number,
  among = sql`true`,
): Promise<Scan> {
  const words = sql`w.words`
  const byCreator = search.byCreator.map(({ creatorId, rest }) =>
    rest.length === 0
      ? sql`p.creator_id = ${creatorId}::uuid`
      : sql`(p.creator_id = ${creatorId}::uuid and ${contains(words, rest)})`,
  )
  const matches = sql.join([contains(words, search.everywhere), ...byCreator], sql` or `)
  const each = sql.join(
    search.everywhere.map((term) => contains(words, [term])),
    sql`, `,
  )
  const numbers = sql.join(
    search.everywhere.map((_, index) => sql`count(*) filter (where said[${index + 1}])`),
    sql`, `,
  )
  const { rows: found } = await db.execute<Scan>(sql`
    with scanned as materialized (
      select p.id, p.created_at, p.creator_id from posts p
      where ${isVisibleTo('p', reader)} and ${isAfter(after, sql`p.id`)} and ${among} ${newestFirst(rows)}
    ), tested as materialized (
      select p.id, p.created_at, ${matches} as is_match, array[${each}] as said
      from scanned p join post_words w on w.post_id = p.id
    )
    select
      (select count(*)::int from scanned) as scanned,
      (select json_build_array(${numbers}) from tested) as "termsSaid",
      coalesce((select json_agg(id) from (
        select id, created_at from tested where is_match ${newestFirst(max)}
      ) as matching), '[]') as ids
  `)
  return found[0] ?? { ids: [], scanned: 0, termsSaid: [] }
}

/** Looks up only terms that are not `common`: a frequent term would first collect all its posts. */
async function searchIndex(
  db: Database,
  { reader, search, max, after }: PageRequest,
  common: Set<string>,
): Promise<string[]> {
  const among = (table: SQL, id: SQL, condition: SQL) => sql`(
    select ${id} as id, p.created_at from ${table} p
    where ${condition} and ${isVisibleTo('p', reader)} and ${isAfter(after, id)} ${newestFirst(max)}
  )`
  const containing = (terms: string[], creatorId: string | null) => {
    const rare = terms.filter((term) => !common.has(term))
    const indexed = sql`p.words @@ ${allOf(rare.length > 0 ? rare : terms)}`
    const condition =
      rare.length < terms.length ? sql`${indexed} and ${contains(sql`p.words`, terms)}` : indexed
    const byAuthor = creatorId ? sql`${condition} and p.creator_id = ${creatorId}::uuid` : condition
    return among(sql`post_words`, sql`p.post_id`, byAuthor)
  }
  const selections = [
    containing(search.everywhere, null),
    ...search.byCreator.map(({ creatorId, rest }) =>
      rest.length === 0
        ? among(sql`posts`, sql`p.id`, sql`p.creator_id = ${creatorId}::uuid`)
        : containing(rest, creatorId),
    ),
  ]
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(selections, sql` union `)}) as found ${newestFirst(max)}`,
  )
  return rows.map(({ id }) => id)
}

/** Scans the newest posts for frequent words and uses the index for rare ones, so the cost stays flat. */
export async function matchingPosts(db: Database, request: PageRequest): Promise<string[]> {
  const first = await scanNewest(db, request, firstScan)
  if (first.ids.length >= request.max || first.scanned < firstScan) return first.ids
  const isCommon = (matches: number) => matches / first.scanned >= 1 / rareBelow
  if (isCommon(first.ids.length)) {
    const rows = Math.ceil(((request.max * first.scanned) / first.ids.length) * 1.3)
    const second = await scanNewest(db, request, rows)
    if (second.ids.length >= request.max || second.scanned < rows) return second.ids
  }
  const common = request.search.everywhere.filter((_, index) => isCommon(first.termsSaid[index] ?? 0))
  return searchIndex(db, request, new Set(common))
}

/** The matches among these posts, newest first. */
export async function matchesAmong(
  db: Database,
  { ids, ...request }: Pick<PageRequest, 'reader' | 'search'> & { ids: string[] },
): Promise<string[]> {
  const max = ids.length
  const among = sql`p.id = any(${sql.param(ids)}::uuid[])`
  return (await scanNewest(db, { ...request, max, after: null }, max, among)).ids
}
