import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Search } from './search-terms.ts'
import { isVisibleTo, type Reader } from '../reader.ts'

/** Where to go on: after this post, newest first. */
export type Cursor = { createdAt: Date; id: string }
type PageRequest = { reader: Reader; search: Search; most: number; after: Cursor | null }

const firstWalk = 300
/** With fewer than one match in so many posts the index of words is quicker than walking on. */
const rarest = 20

const isAfter = (after: Cursor | null, id: SQL) =>
  after
    ? sql`(p.created_at, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql`true`

const newestFirst = (most: number) => sql`order by created_at desc, id desc limit ${most}`

const allOf = (terms: string[]) => sql`${terms.join(' & ')}::tsquery`
/** Whether the words of a post match, looked at in the post: the operator would ask the index. */
const says = (words: SQL, terms: string[]) => sql`ts_match_vq(${words}, ${allOf(terms)})`

/** What was found among the newest posts: `termsSaid` tells for each term how many of them say it. */
type Walked = { ids: string[]; walked: number; termsSaid: number[] }

/** Looks through the newest `rows` posts; answers the ids that match and how many posts there were to look at. */
async function walk(
  db: Database,
  { reader, search, most, after }: PageRequest,
  rows: number,
): Promise<Walked> {
  const words = sql`w.words`
  const byCreator = search.byCreator.map(({ creatorId, rest }) =>
    rest.length === 0
      ? sql`p.creator_id = ${creatorId}::uuid`
      : sql`(p.creator_id = ${creatorId}::uuid and ${says(words, rest)})`,
  )
  const matches = sql.join([says(words, search.everywhere), ...byCreator], sql` or `)
  const each = sql.join(
    search.everywhere.map((term) => says(words, [term])),
    sql`, `,
  )
  const numbers = sql.join(
    search.everywhere.map((_, index) => sql`count(*) filter (where said[${index + 1}])`),
    sql`, `,
  )
  const { rows: found } = await db.execute<Walked>(sql`
    with walked as materialized (
      select p.id, p.created_at, p.creator_id from posts p
      where ${isVisibleTo('p', reader)} and ${isAfter(after, sql`p.id`)} ${newestFirst(rows)}
    ), looked as materialized (
      select p.id, p.created_at, ${matches} as is_match, array[${each}] as said
      from walked p join post_words w on w.post_id = p.id
    )
    select
      (select count(*)::int from walked) as walked,
      (select json_build_array(${numbers}) from looked) as "termsSaid",
      coalesce((select json_agg(id) from (
        select id, created_at from looked where is_match ${newestFirst(most)}
      ) as matching), '[]') as ids
  `)
  return found[0] ?? { ids: [], walked: 0, termsSaid: [] }
}

/**
 * The same over all posts, by the index of words. It is asked for the terms that are not `common` alone: what is begun
 * by a word of many posts would first gather all of them.
 */
async function lookUp(
  db: Database,
  { reader, search, most, after }: PageRequest,
  common: Set<string>,
): Promise<string[]> {
  const among = (table: SQL, id: SQL, condition: SQL) => sql`(
    select ${id} as id, p.created_at from ${table} p
    where ${condition} and ${isVisibleTo('p', reader)} and ${isAfter(after, id)} ${newestFirst(most)}
  )`
  const saying = (terms: string[], creatorId: string | null) => {
    const rare = terms.filter((term) => !common.has(term))
    const indexed = sql`p.words @@ ${allOf(rare.length > 0 ? rare : terms)}`
    const whole = rare.length < terms.length ? sql`${indexed} and ${says(sql`p.words`, terms)}` : indexed
    const condition = creatorId ? sql`${whole} and p.creator_id = ${creatorId}::uuid` : whole
    return among(sql`post_words`, sql`p.post_id`, condition)
  }
  const selections = [
    saying(search.everywhere, null),
    ...search.byCreator.map(({ creatorId, rest }) =>
      rest.length === 0
        ? among(sql`posts`, sql`p.id`, sql`p.creator_id = ${creatorId}::uuid`)
        : saying(rest, creatorId),
    ),
  ]
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(selections, sql` union `)}) as found ${newestFirst(most)}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * The ids of the newest posts that match, at most `most`, newest first. What many posts say is found by walking through
 * the newest ones, what few say by the index: neither takes longer the more posts there are.
 */
export async function matchingPosts(db: Database, asked: PageRequest): Promise<string[]> {
  const first = await walk(db, asked, firstWalk)
  if (first.ids.length >= asked.most || first.walked < firstWalk) return first.ids
  const isCommon = (matches: number) => matches / first.walked >= 1 / rarest
  if (isCommon(first.ids.length)) {
    const rows = Math.ceil(((asked.most * first.walked) / first.ids.length) * 1.3)
    const second = await walk(db, asked, rows)
    if (second.ids.length >= asked.most || second.walked < rows) return second.ids
  }
  const common = asked.search.everywhere.filter((_, index) => isCommon(first.termsSaid[index] ?? 0))
  return lookUp(db, asked, new Set(common))
}
