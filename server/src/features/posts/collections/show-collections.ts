import type { Collection, FullCollection } from '@touchline/contract/collections.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { knownId } from '../known-id.ts'
import { type PostLineRow, postLineColumns, stillOf, stillUrl, toPostLine } from '../post-lines.ts'
import type { CollectionRow } from './collection-schema.ts'

type Who = Pick<Viewer, 'id' | 'role'>
type Row = Omit<CollectionRow, 'createdAt'> & {
  still: Parameters<typeof stillUrl>[0]
  count: number
  seen: number
  countsViews: boolean
}

const isSeenBy = (viewer: Who) => sql`exists (
  select from post_views v where v.post_id = p.id and v.person_id = ${viewer.id}::uuid and v.in_history)`

const inOrder = sql`
  case when c.ordering = 'oldest' then p.created_at end, cp.position, p.created_at, p.id`

const members = (collection: SQL) => sql`
  collection_posts cp join posts p on p.id = cp.post_id and p.status = 'ready' where cp.collection_id = ${collection}`

const find = async (db: Database, viewer: Who, which: SQL): Promise<Row[]> => {
  const { rows } = await db.execute<Row>(sql`
    select c.id, c.creator_id as "creatorId", c.version, c.title, c.description, c.ordering,
      c.cover_post_id as "coverPostId", n.count, n.seen, o.counts_views as "countsViews",
      coalesce(
        (select ${stillOf(sql`p.id`)} from posts p where p.id = c.cover_post_id and p.status = 'ready'),
        (select still from (
          select ${stillOf(sql`p.id`)} as still, row_number() over (order by ${inOrder}) as place
          from ${members(sql`c.id`)}
        ) stills where still is not null order by place limit 1)
      ) as still
    from collections c join people o on o.id = c.creator_id cross join lateral (
      select count(*)::int as count, (count(*) filter (where ${isSeenBy(viewer)}))::int as seen from ${members(sql`c.id`)}
    ) n
    where ${which} order by c.created_at desc, c.id desc`)
  return rows
}

/** Views of creators and admins are not counted, so they have no progress. */
const hasProgress = (viewer: Who, { countsViews }: Row) => viewer.role === 'subscriber' && countsViews

const toCollection = (viewer: Who, row: Row): Collection => ({
  id: row.id,
  title: row.title,
  description: row.description,
  ordering: row.ordering,
  coverUrl: stillUrl(row.still),
  count: row.count,
  seen: hasProgress(viewer, row) ? row.seen : null,
  ...(row.creatorId === viewer.id ? { version: row.version, coverPostId: row.coverPostId } : {}),
})

/** Newest first; only its creator sees an empty one. */
export async function listCollections(db: Database, viewer: Who): Promise<Collection[]> {
  const rows = await find(db, viewer, sql`n.count > 0 or c.creator_id = ${viewer.id}::uuid`)
  return rows.map((row) => toCollection(viewer, row))
}

/** A collection with the posts that members see. Throws 404. */
export async function showCollection(db: Database, viewer: Who, id: string): Promise<FullCollection> {
  const [row] = await find(db, viewer, sql`c.id = ${knownId(id, 'Collection')}::uuid`)
  if (!row) throw notFound('Collection')
  const { rows } = await db.execute<PostLineRow & { isSeen: boolean }>(sql`
    select ${postLineColumns}, ${isSeenBy(viewer)} as "isSeen"
    from collections c, ${members(sql`c.id`)} and c.id = ${row.id}::uuid order by ${inOrder}`)
  const isShown = hasProgress(viewer, row)
  const posts = rows.map((line) => ({ ...toPostLine(line), isSeen: isShown ? line.isSeen : null }))
  return { ...toCollection(viewer, row), posts }
}
