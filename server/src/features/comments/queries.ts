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
import { commentColumns, forViewer } from './columns.ts'
import { namesIn } from './mentions.ts'
import { comments, commentVersions } from './schema.ts'
import { toComment } from './to-comment.ts'

const repliesCount = sql<number>`(
  select count(*)::int from comments r where r.reply_to_id = ${comments.id}
)`.as('replies_count')

const isAnswered = sql<boolean>`exists (
  select from comments answer where answer.reply_to_id = ${comments.id} and answer.removed_at is null
    and answer.person_id = (select creator_id from posts where posts.id = ${comments.postId})
)`

const reader = { ownId: sql.placeholder('ownId'), seesAll: sql.placeholder('seesAll') }
const cursor = sql`(${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid)`
const isOlder = sql`(${comments.createdAt}, ${comments.id}) < ${cursor}`
const isNewer = sql`(${comments.createdAt}, ${comments.id}) > ${cursor}`
const limit = sql.placeholder('limit')
const viewerId = sql.placeholder('viewerId')
const seen = forViewer(viewerId)
const isMuted = sql<boolean>`exists (
  select from muted_threads muted where muted.person_id = ${viewerId}::uuid and muted.thread_id = ${comments.id}
)`

/** Queries that take the id of a post or comment also take the parameters of `readerOf`. */
const statements = oncePerDatabase(({ shortReads: db }) => {
  const threads = (condition: SQL | undefined) =>
    db
      .select({
        comment: inOneColumn(commentColumns),
        author: inOneColumn(partyColumns),
        seen,
        repliesCount,
        isAnswered,
        isMuted,
      })
      .from(comments)
      .innerJoin(people, eq(people.id, comments.personId))
      .where(condition)
  const onPost = and(eq(comments.postId, sql.placeholder('postId')), isNull(comments.replyToId))
  const unpinned = and(onPost, eq(comments.isPinned, false))
  const isRead = isVisibleTo('posts', reader)
  const onward = (name: string, condition: SQL | undefined, ...order: SQL[]) =>
    threads(and(unpinned, condition, isRead))
      .innerJoin(posts, eq(posts.id, comments.postId))
      .orderBy(...order, asc(comments.createdAt), asc(comments.id))
      .limit(limit)
      .prepare(name)
  const isBehind = sql`(not ${isAnswered}, ${comments.createdAt}, ${comments.id}) > (
    not ${sql.placeholder('cursorIsAnswered')}::boolean, ${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid
  )`
  const latest = (name: string, condition: SQL | undefined) =>
    threads(and(condition, isRead))
      .innerJoin(posts, eq(posts.id, comments.postId))
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(limit)
      .prepare(name)

  const toThread = eq(comments.replyToId, sql.placeholder('threadId'))
  const replies = (name: string, condition: SQL | undefined) =>
    db
      .select({ comment: inOneColumn(commentColumns), author: inOneColumn(partyColumns), seen })
      .from(comments)
      .innerJoin(people, eq(people.id, comments.personId))
      .where(condition)
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(limit)
      .prepare(name)

  return {
    latest: latest('comments_latest', unpinned),
    before: latest('comments_before', and(unpinned, isOlder)),
    pinned: latest('comments_pinned', and(onPost, eq(comments.isPinned, true))),
    oldest: onward('comments_oldest', undefined),
    oldestAfter: onward('comments_oldest_after', isNewer),
    answered: onward('comments_answered', undefined, desc(isAnswered)),
    answeredAfter: onward('comments_answered_after', isBehind, desc(isAnswered)),
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
      .select({ postId: comments.postId, replyToId: comments.replyToId, at: comments.createdAt, isAnswered })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(and(eq(comments.id, sql.placeholder('id')), isVisibleTo('posts', reader)))
      .prepare('comments_place'),
  }
})

type Range = { limit?: number }

const defaultLimit = 50

/** Returns the place of a comment that the viewer may read. Throws 404 for others. */
export async function placeOf(db: Database, viewer: Viewer, id: string) {
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
      ? await statements(db).firstReplies.execute({
          threadIds,
          limit: threadIds.length * repliesShown,
          viewerId: viewer.id,
        })
      : []
  const names = await namesIn(
    db,
    [...found, ...rows].map(({ comment }) => comment),
  )
  const replies = rows.map((row) => toComment(row, viewer, names))
  return found.map((one) => ({
    ...toComment(one, viewer, names),
    isAnswered: one.isAnswered,
    isMuted: one.isMuted,
    repliesCount: one.repliesCount,
    replies: replies.filter(({ replyToId }) => replyToId === one.comment.id),
  }))
}

type PageQuery = Range & { before?: string; order?: 'oldest' | 'answered'; after?: string }

/**
 * Returns a page of comments; its first one begins with the pinned comment. Throws 404 for a hidden post or a foreign
 * cursor.
 */
export async function commentsOn(
  db: Database,
  viewer: Viewer,
  id: string,
  { before, order, after, limit: max = defaultLimit }: PageQuery,
): Promise<Thread[]> {
  const parameters = { ...readerOf(viewer), postId: knownId(id, 'Post'), limit: max, viewerId: viewer.id }
  const known = statements(db)
  const cursorId = order ? after : before
  const place = cursorId === undefined ? null : await placeOf(db, viewer, cursorId)
  if (place && place.postId !== parameters.postId) throw notFound('Comment')
  const from = place && {
    ...parameters,
    cursorAt: place.at.toISOString(),
    cursorId: place.id,
    cursorIsAnswered: place.isAnswered,
  }
  const findPage = async () => {
    if (order === 'oldest') return from ? known.oldestAfter.execute(from) : known.oldest.execute(parameters)
    if (order) return from ? known.answeredAfter.execute(from) : known.answered.execute(parameters)
    return (from ? await known.before.execute(from) : await known.latest.execute(parameters)).toReversed()
  }
  // Both go to the database in one write.
  const [pinned, found] = await Promise.all([place ? [] : known.pinned.execute(parameters), findPage()])
  const page = [...pinned, ...found]
  // A found comment proves that the post exists.
  if (page.length === 0 && (await known.postFor.execute(parameters)).length === 0) throw notFound('Post')
  return withReplies(db, viewer, page)
}

export async function commentFor(db: Database, viewer: Viewer, id: string): Promise<Thread> {
  const place = await placeOf(db, viewer, id)
  const [found] = await withReplies(
    db,
    viewer,
    await statements(db).one.execute({ id: place.id, viewerId: viewer.id }),
  )
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
  const parameters = { threadId, limit: max, viewerId: viewer.id }
  const found = last
    ? await repliesAfter.execute({ ...parameters, cursorAt: last.at.toISOString(), cursorId: last.id })
    : await replies.execute(parameters)
  const names = await namesIn(
    db,
    found.map(({ comment }) => comment),
  )
  return found.map((row) => toComment(row, viewer, names))
}

/** Returns the earlier texts of an edited comment, oldest first. */
export async function versionsOf(db: Database, commentId: string) {
  const rows = await db
    .select({
      id: commentVersions.commentId,
      content: commentVersions.content,
      writtenAt: commentVersions.writtenAt,
    })
    .from(commentVersions)
    .where(eq(commentVersions.commentId, knownId(commentId, 'Comment')))
    .orderBy(asc(commentVersions.version))
  const names = await namesIn(db, rows)
  return rows.map(({ id, content, writtenAt }) => ({
    content: names(id, content).content,
    writtenAt: writtenAt.toISOString(),
  }))
}
