import { and, desc, eq, getTableColumns, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { rangeAt } from './feed/count-ranges.ts'
import { inOneColumn, inOneColumnIf } from '#db/in-one-column.ts'
import { storedPartsIf } from '#features/media/stored-parts.ts'
import { cachePosts, isUnknown, sharedVersion } from './cache-posts.ts'
import { isAmong } from '#db/is-among.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { partsInLists } from '@touchline/contract/posts.ts'
import { isVisibleTo } from './reader.ts'
import { likes, posts } from './schema.ts'

const { likesCount, commentsCount, viewsCount, ...sharedColumns } = getTableColumns(posts)

const reader = { ownId: sql.placeholder('ownId'), seesAll: sql.placeholder('seesAll') }
const total = sql<number>`(
  select coalesce(sum(c.count), 0)::int from post_counts c where ${isVisibleTo('c', reader)}
)`.as('total')

const notCounted = sql<number>`0`.as('total')

// "Liked by me" is a join on the primary key of likes: as EXISTS in the select list it becomes a full scan.
const likedByViewer = and(eq(likes.postId, posts.id), eq(likes.personId, sql.placeholder('viewerId')))
const full = (db: Pick<Database, 'select'>, counted: SQL.Aliased<number>, maxParts?: number) =>
  db
    .select({
      version: sql<string>`${sharedVersion}::text`.as('version'),
      counts: inOneColumn({ likesCount, commentsCount, viewsCount }),
      likedBy: likes.personId,
      total: counted,
      post: inOneColumnIf(isUnknown, sharedColumns),
      creator: inOneColumnIf(isUnknown, partyColumns),
      stored: storedPartsIf(isUnknown, maxParts),
    })
    .from(posts)
    .innerJoin(people, eq(people.id, posts.creatorId))
    .leftJoin(likes, likedByViewer)

const page = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
const newestOnes = sql`order by p.created_at desc, p.id desc limit ${page.limit}`

/** Reads ids with an index-only scan first: a LIMIT on the full query would replan every time. */
const onPage = sql`${posts.id} = any(array(
  with range as materialized (${rangeAt(isVisibleTo('c', reader), sql`${page.offset}::int`)})
  select p.id from posts p
  where ${isVisibleTo('p', reader)} and p.created_at < (select until from range)
  ${newestOnes} offset ${page.offset}::int - (select newer from range)
))`
const onFirstPage = sql`${posts.id} = any(array(
  select p.id from posts p where ${isVisibleTo('p', reader)} ${newestOnes}
))`
const olderThanCursor = sql`${posts.id} = any(array(
  select p.id from posts p
  where ${isVisibleTo('p', reader)}
    and (p.created_at, p.id) < (${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid)
  ${newestOnes}
))`

/** The prepared feed queries. Each takes the parameters of `readerOf`. */
export const postQueries = oncePerDatabase(({ shortReads: db }) => {
  const listed = cachePosts(64)
  const single = cachePosts(64)
  const newest = (name: string, condition: SQL, counted = total) =>
    listed(
      full(db, counted, partsInLists)
        .where(condition)
        .orderBy(desc(posts.createdAt), desc(posts.id))
        .prepare(name),
    )
  return {
    firstPage: newest('posts_first_page', onFirstPage),
    page: newest('posts_page', onPage),
    olderThan: newest('posts_older', olderThanCursor),
    some: newest('posts_some', and(isAmong(posts.id), isVisibleTo('posts', reader))!, notCounted),
    one: single(
      full(db, notCounted)
        .where(and(eq(posts.id, sql.placeholder('id')), isVisibleTo('posts', reader)))
        .prepare('posts_one'),
    ),
    total: db
      .select({ total })
      .from(sql`(values (1)) as once`)
      .prepare('posts_total'),
  }
})

/**
 * The row of a post; undefined when it does not exist, is unpublished or was removed by moderators. `id` must be a
 * UUID.
 */
export const postById = async (db: Database, id: string) =>
  (
    await db
      .select()
      .from(posts)
      .where(and(eq(posts.id, id), notInArray(posts.status, ['removed', 'unpublished'])))
  )[0]
