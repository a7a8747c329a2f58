import { type Comment, repliesShown, type Thread } from '@touchline/contract/comments.ts'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { inOneColumn } from '#db/in-one-column.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { notFound } from '#errors.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { knownId } from '#features/posts/known-id.ts'
import { isVisibleTo, readerOf } from '#features/posts/reader.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { commentColumns } from './columns.ts'
import { comments } from './schema.ts'
import { toComment } from './to-comment.ts'

const repliesCount = sql<number>`(
  select count(*)::int from comments r where r.reply_to_id = ${comments.id}
)`.as('replies_count')

const reader = { ownId: sql.placeholder('ownId'), seesAll: sql.placeholder('seesAll') }
const cursor = sql`(${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid)`
const isOlder = sql`(${comments.createdAt}, ${comments.id}) < ${cursor}`
const isNewer = sql`(${comments.createdAt}, ${comments.id}) > ${cursor}`
const limit = sql.placeholder('limit')

/** Queries that take the id of a post or comment also take the parameters of `readerOf`. */
const statements = oncePerDatabase(({ shortReads: db }) => {
  const threads = (condition: SQL | undefined) =>
    db
      .select({ comment: inOneColumn(commentColumns), author: inOneColumn(partyColumns), repliesCount })
      .from(comments)
      .innerJoin(people, eq(people.id, comments.personId))
      .where(condition)
  const onPost = and(eq(comments.postId, sql.placeholder('postId')), isNull(comments.replyToId))
  const latest = (name: string, condition: SQL | undefined) =>
    threads(and(condition, isVisibleTo('posts', reader)))
      .innerJoin(posts, eq(posts.id, comments.postId))
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(limit)
      .prepare(name)

  const toThread = eq(comments.replyToId, sql.placeholder('threadId'))
  const replies = (name: string, condition: SQL | undefined) =>
    db
      .select({ comment: inOneColumn(commentColumns), author: inOneColumn(partyColumns) })
      .from(comments)
      .innerJoin(people, eq(people.id, comments.personId))
      .where(condition)
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(limit)
      .prepare(name)

  return {
    latest: latest('comments_latest', onPost),
    before: latest('comments_before', and(onPost, isOlder)),
    replies: replies('comments_replies', toThread),
    repliesAfter: replies('comments_replies_after', and(toThread, isNewer)),
    /** The ids come from a subquery: a visible number of them would make the planner replan every time. */
    firstReplies: replies(
      'comments_first_replies',
      sql`${comments.id} = any(array(
        select first.id from unnest((select ${sql.placeholder('threadIds')}::uuid[])) as thread (id) cross join lateral (
          select r.id from comments r where r.reply_to_id = thread.id
          order by r.created_at, r.id limit ${sql.raw(String(repliesShown))}
        ) as first
      ))`,
    ),
    one: threads(eq(comments.id, sql.placeholder('id'))).prepare('comments_one'),
    postFor: db
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.id, sql.placeholder('postId')), isVisibleTo('posts', reader)))
      .prepare('comments_post'),
    placeFor: db
      .select({ postId: comments.postId, replyToId: comments.replyToId, at: comments.createdAt })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(and(eq(comments.id, sql.placeholder('id')), isVisibleTo('posts', reader)))
      .prepare('comments_place'),
  }
})

type Range = { limit?: number }

const defaultLimit = 50

async function placeOf(db: Database, viewer: Viewer, id: string) {
  const known = knownId(id, 'Comment')
  const [place] = await statements(db).placeFor.execute({ ...readerOf(viewer), id: known })
  if (!place) throw notFound('Comment')
  return { id: known, ...place }
}

type Found = Awaited<ReturnType<ReturnType<typeof statements>['latest']['execute']>>

async function withReplies(db: Database, viewer: Viewer, found: Found): Promise<Thread[]> {
  const threadIds = found.filter((one) => one.repliesCount > 0).map((one) => one.comment.id)
  const rows =
    threadIds.length > 0
      ? await statements(db).firstReplies.execute({ threadIds, limit: threadIds.length * repliesShown })
      : []
  const replies = rows.map((row) => toComment(row.comment, row.author, viewer))
  return found.map((one) => ({
    ...toComment(one.comment, one.author, viewer),
    repliesCount: one.repliesCount,
    replies: replies.filter(({ replyToId }) => replyToId === one.comment.id),
  }))
}

/** Returns a page of comments, oldest first, the latest by default. Throws 404 for a hidden post or a foreign cursor. */
export async function commentsOn(
  db: Database,
  viewer: Viewer,
  id: string,
  { before, limit: max = defaultLimit }: Range & { before?: string },
): Promise<Thread[]> {
  const parameters = { ...readerOf(viewer), postId: knownId(id, 'Post'), limit: max }
  const { postFor, latest, before: older } = statements(db)
  const place = before === undefined ? null : await placeOf(db, viewer, before)
  if (place && place.postId !== parameters.postId) throw notFound('Comment')
  const found = place
    ? await older.execute({ ...parameters, cursorAt: place.at.toISOString(), cursorId: place.id })
    : await latest.execute(parameters)
  // A found comment proves that the post exists.
  if (found.length === 0 && (await postFor.execute(parameters)).length === 0) throw notFound('Post')
  return withReplies(db, viewer, found.toReversed())
}

export async function commentFor(db: Database, viewer: Viewer, id: string): Promise<Thread> {
  const place = await placeOf(db, viewer, id)
  const [found] = await withReplies(db, viewer, await statements(db).one.execute({ id: place.id }))
  if (!found) throw notFound('Comment')
  return found
}

export async function repliesTo(
  db: Database,
  viewer: Viewer,
  id: string,
  { after, limit: max = defaultLimit }: Range & { after?: string },
): Promise<Comment[]> {
  const { id: threadId } = await placeOf(db, viewer, id)
  const { replies, repliesAfter } = statements(db)
  const last = after === undefined ? null : await placeOf(db, viewer, after)
  if (last && last.replyToId !== threadId) throw notFound('Comment')
  const parameters = { threadId, limit: max }
  const found = last
    ? await repliesAfter.execute({ ...parameters, cursorAt: last.at.toISOString(), cursorId: last.id })
    : await replies.execute(parameters)
  return found.map((row) => toComment(row.comment, row.author, viewer))
}
