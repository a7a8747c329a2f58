import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Search } from '#features/feed/search-terms.ts'
import { isThereFor, type Reader } from './reader.ts'

/** Where to go on: after this post, newest first. */
export type Cursor = { createdAt: Date; id: string }
type Asked = { reader: Reader; search: Search; most: number; after: Cursor | null }

const firstWalk = 300
/** With fewer than one match in so many posts the index of words is quicker than walking on. */
const rarest = 20

const isAfter = (after: Cursor | null, id: SQL) =>
  after
    ? sql`(p.created_at, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql`true`

const newestFirst = (most: number) => sql`order by created_at desc, id desc limit ${most}`

/** Looks through the newest `rows` posts; answers the ids that match and how many posts there were to look at. */
async function walk(db: Database, { reader, search, most, after }: Asked, rows: number) {
  const byCreator = search.byCreator.map(({ creatorId, rest }) =>
    rest === null
      ? sql`p.creator_id = ${creatorId}::uuid`
      : sql`(p.creator_id = ${creatorId}::uuid and w.words @@ ${rest}::tsquery)`,
  )
  const matches = sql.join([sql`w.words @@ ${search.everywhere}::tsquery`, ...byCreator], sql` or `)
  const { rows: found } = await db.execute<{ ids: string[]; walked: number }>(sql`
    with walked as materialized (
      select p.id, p.created_at, p.creator_id from posts p
      where ${isThereFor('p', reader)} and ${isAfter(after, sql`p.id`)} ${newestFirst(rows)}
    )
    select
      (select count(*)::int from walked) as walked,
      coalesce((select json_agg(id) from (
        select p.id, p.created_at from walked p join post_words w on w.post_id = p.id where ${matches} ${newestFirst(most)}
      ) as matching), '[]') as ids
  `)
  return found[0] ?? { ids: [], walked: 0 }
}

/** The same over all posts, by the index of words. */
async function lookUp(db: Database, { reader, search, most, after }: Asked): Promise<string[]> {
  const among = (table: SQL, id: SQL, condition: SQL) => sql`(
    select ${id} as id, p.created_at from ${table} p
    where ${condition} and ${isThereFor('p', reader)} and ${isAfter(after, id)} ${newestFirst(most)}
  )`
  const saying = (query: string, creatorId: string | null) =>
    among(
      sql`post_words`,
      sql`p.post_id`,
      creatorId
        ? sql`p.words @@ ${query}::tsquery and p.creator_id = ${creatorId}::uuid`
        : sql`p.words @@ ${query}::tsquery`,
    )
  const selections = [
    saying(search.everywhere, null),
    ...search.byCreator.map(({ creatorId, rest }) =>
      rest === null
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
export async function matchingPosts(db: Database, asked: Asked): Promise<string[]> {
  const first = await walk(db, asked, firstWalk)
  if (first.ids.length >= asked.most || first.walked < firstWalk) return first.ids
  const share = first.ids.length / first.walked
  if (share >= 1 / rarest) {
    const rows = Math.ceil((asked.most / share) * 1.3)
    const second = await walk(db, asked, rows)
    if (second.ids.length >= asked.most || second.walked < rows) return second.ids
  }
  return lookUp(db, asked)
}
