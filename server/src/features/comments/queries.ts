import { type Comment, list, repliesShown, type Thread } from '@touchline/contract/comments.ts'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import type { Database } from '#db/database.ts'
import { inOneColumn } from '#db/in-one-column.ts'
import { isAmong } from '#db/is-among.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { readCache } from '#db/read-cache.ts'
import { notFound } from '#errors.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { knownId } from '#features/posts/known-id.ts'
import { isVisibleTo, readerOf } from '#features/posts/reader.ts'
import { posts } from '#features/posts/schema.ts'
import { JsonText } from '#http/json-text.ts'
import type { Viewer } from '#http/viewer.ts'
import { commentColumns, forViewer } from './columns.ts'
import { mentionedColumn, namesIn, namesOf } from './mentions.ts'
import { commentLikes, comments, commentVersions } from './schema.ts'
import { toComment } from './to-comment.ts'

const isAnswered = sql<boolean>`exists (
  select from comments answer where answer.reply_to_id = ${comments.id} and answer.removed_at is null
    and answer.person_id = (select creator_id from posts where posts.id = ${comments.postId})
)`

const reader = { ownId: sql.placeholder('ownId'), seesAll: sql.placeholder('seesAll') }
const isRead = isVisibleTo('posts', reader)
const cursor = sql`(${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid)`
const isOlder = sql`(${comments.createdAt}, ${comments.id}) < ${cursor}`
const isNewer = sql`(${comments.createdAt}, ${comments.id}) > ${cursor}`
const isBehind = sql`(not ${isAnswered}, ${comments.createdAt}, ${comments.id}) > (
  not ${sql.placeholder('cursorIsAnswered')}::boolean, ${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid
)`
const viewerId = sql.placeholder('viewerId')

const repliesCount = sql`(select count(*) from comments r where r.reply_to_id = ${comments.id})`

const involved = sql<boolean>`exists (
    select from comment_likes where ${isAmong(commentLikes.commentId)} and person_id = ${viewerId}::uuid
  ) or exists (select from hidden_people where person_id = ${viewerId}::uuid)
  or exists (select from muted_threads where person_id = ${viewerId}::uuid)`

type ThreadFacts = Pick<Thread, 'repliesCount' | 'isAnswered' | 'isMuted'>

const threadFacts = sql<ThreadFacts | null>`case when ${comments.replyToId} is null then json_build_object(
  'repliesCount', ${repliesCount},
  'isAnswered', ${isAnswered},
  'isMuted', exists (
    select from muted_threads muted where muted.person_id = ${viewerId}::uuid and muted.thread_id = ${comments.id}
  )
) end`

const oldestFirst = [asc(comments.createdAt), asc(comments.id)]
const newestFirst = [desc(comments.createdAt), desc(comments.id)]
const idsOf = (condition: SQL | undefined, order: SQL[]) => sql`(
  select ${comments.id} from ${comments} inner join ${posts} on ${posts.id} = ${comments.postId}
  where ${and(condition, isRead)} order by ${sql.join(order, sql`, `)} limit ${sql.placeholder('limit')}
)`
const withFirstReplies = (threads: SQL) => sql`
  with thread as (${threads})
  select id from thread union all
  select reply.id from thread cross join lateral (
    select r.id from comments r where r.reply_to_id = thread.id
    order by r.created_at, r.id limit ${sql.raw(String(repliesShown))}
  ) as reply`

/** Each takes the parameters of `readerOf`. */
const statements = oncePerDatabase(({ shortReads: db }) => {
  /** Selects the ids first, which need an index only. */
  const found = (name: string, ids: SQL) =>
    db
      .select({
        comment: inOneColumn(commentColumns),
        author: inOneColumn(partyColumns),
        seen: forViewer(viewerId),
        mentioned: mentionedColumn,
        thread: threadFacts,
      })
      .from(comments)
      .innerJoin(people, eq(people.id, comments.personId))
      .where(sql`${comments.id} = any(array(${ids}))`)
      .prepare(name)
  const onPost = and(eq(comments.postId, sql.placeholder('postId')), isNull(comments.replyToId))
  const unpinned = and(onPost, eq(comments.isPinned, false))
  const pinned = idsOf(and(onPost, eq(comments.isPinned, true)), oldestFirst)
  const firstIds = (...order: SQL[]) => withFirstReplies(sql`${pinned} union all ${idsOf(unpinned, order)}`)
  const firstPage = (name: string, ...order: SQL[]) => found(name, firstIds(...order))
  const nextPage = (name: string, isNext: SQL, ...order: SQL[]) =>
    found(name, withFirstReplies(idsOf(and(unpinned, isNext), order)))

  const answeredFirst = [desc(isAnswered), ...oldestFirst]
  const inThread = eq(comments.replyToId, sql.placeholder('threadId'))
  return {
    latest: firstPage('comments_latest', ...newestFirst),
    /** Whether the viewer sees one of these comments in a way of their own. */
    involvement: db
      .select({ isInvolved: involved })
      .from(sql`(values (1)) as once`)
      .prepare('comments_involvement'),
    before: nextPage('comments_before', isOlder, ...newestFirst),
    oldest: firstPage('comments_oldest', ...oldestFirst),
    oldestAfter: nextPage('comments_oldest_after', isNewer, ...oldestFirst),
    answered: firstPage('comments_answered', ...answeredFirst),
    answeredAfter: nextPage('comments_answered_after', isBehind, ...answeredFirst),
    replies: found('comments_replies', idsOf(inThread, oldestFirst)),
    repliesAfter: found('comments_replies_after', idsOf(and(inThread, isNewer), oldestFirst)),
    one: found('comments_one', withFirstReplies(sql`select ${sql.placeholder('id')}::uuid as id`)),
    postFor: db
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.id, sql.placeholder('postId')), isRead))
      .prepare('comments_post'),
    placeFor: db
      .select({ postId: comments.postId, replyToId: comments.replyToId, at: comments.createdAt, isAnswered })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(and(eq(comments.id, sql.placeholder('id')), isRead))
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
type Row = Found[number]

const byAge = ({ comment: one }: Row, { comment: other }: Row) =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1)

const none: ThreadFacts = { repliesCount: 0, isAnswered: false, isMuted: false }

function toComments(found: Found, viewer: Viewer): { comment: Comment; facts: ThreadFacts | null }[] {
  const names = namesOf(found.flatMap(({ mentioned }) => mentioned ?? []))
  return found.toSorted(byAge).map((row) => ({ comment: toComment(row, viewer, names), facts: row.thread }))
}

/** Puts replies under their threads, oldest first. */
function toThreads(found: Found, viewer: Viewer): Thread[] {
  const all = toComments(found, viewer)
  const ids = new Set(all.map(({ comment }) => comment.id))
  const isTop = ({ replyToId }: Comment) => replyToId === null || !ids.has(replyToId)
  return all
    .filter(({ comment }) => isTop(comment))
    .map(({ comment, facts }) => ({
      ...comment,
      ...(facts ?? none),
      replies: all.filter((reply) => reply.comment.replyToId === comment.id).map((reply) => reply.comment),
    }))
}

type PageQuery = Range & { before?: string; order?: 'oldest' | 'answered'; after?: string }

async function findPage(
  db: Database,
  viewer: Viewer,
  id: string,
  { before, order, after, limit: max = defaultLimit }: PageQuery,
): Promise<Found> {
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
  const find = () => {
    if (order === 'oldest') return from ? known.oldestAfter.execute(from) : known.oldest.execute(parameters)
    if (order) return from ? known.answeredAfter.execute(from) : known.answered.execute(parameters)
    return from ? known.before.execute(from) : known.latest.execute(parameters)
  }
  const found = await find()
  // A found comment proves that the post exists.
  if (found.length === 0 && (await known.postFor.execute(parameters)).length === 0) throw notFound('Post')
  return found
}

function toPage(found: Found, viewer: Viewer, order?: PageQuery['order']): Thread[] {
  const isFirst = (one: Thread) => Number(one.isPinned) * 2 + Number(order === 'answered' && one.isAnswered)
  return toThreads(found, viewer).toSorted((one, other) => isFirst(other) - isFirst(one))
}

/** The first page of a post's comments for members who are not involved in them. */
type Shared = { ids: string[]; authorIds: Set<string>; text: string }

const maxPages = 64
const maxReaders = 5_000

const caches = oncePerDatabase(({ changes }) => ({
  pages: readCache<Shared>(changes, { max: maxPages, until: ['posts', 'people'] }),
  involvements: readCache<boolean>(changes, { max: maxReaders, until: [] }),
}))

async function readShared(db: Database, viewer: Viewer, postId: string): Promise<Shared> {
  const anyMember = { ...viewer, id: NIL }
  const found = await findPage(db, anyMember, postId, {})
  return {
    ids: found.map(({ comment }) => comment.id),
    authorIds: new Set(found.map(({ author }) => author.id)),
    text: JSON.stringify(list.reply!.parse(toPage(found, anyMember))),
  }
}

/**
 * Returns the first page of comments for members who wrote and hearted none of them, hide no one and mute no thread;
 * null for others, and for viewers who might miss a change. Throws 404 for a hidden post.
 */
async function sharedPage(db: Database, viewer: Viewer, id: string): Promise<JsonText<Thread[]> | null> {
  if (viewer.role !== 'subscriber' || !viewer.hasAccess || !viewer.mayUseCaches) return null
  const { pages, involvements } = caches(db)
  const postId = knownId(id, 'Post')
  const { ids, authorIds, text } = await pages(viewer, {
    key: postId,
    read: () => readShared(db, viewer, postId),
  })
  if (authorIds.has(viewer.id)) return null
  const isInvolved = await involvements(viewer, {
    key: viewer.id,
    version: ids.join(),
    async read() {
      const [found] = await statements(db).involvement.execute({ ids, viewerId: viewer.id })
      return found!.isInvolved
    },
  })
  return isInvolved ? null : new JsonText(text)
}

/**
 * Returns a page of comments; its first one begins with the pinned comment. Throws 404 for a hidden post or a foreign
 * cursor.
 */
export async function commentsOn(
  db: Database,
  viewer: Viewer,
  id: string,
  query: PageQuery,
): Promise<Thread[] | JsonText<Thread[]>> {
  const isFirst = Object.values(query).every((value) => value === undefined)
  const shared = isFirst ? await sharedPage(db, viewer, id) : null
  return shared ?? toPage(await findPage(db, viewer, id, query), viewer, query.order)
}

export async function commentFor(db: Database, viewer: Viewer, id: string): Promise<Thread> {
  const place = await placeOf(db, viewer, id)
  const [found] = toThreads(await statements(db).one.execute({ id: place.id, viewerId: viewer.id }), viewer)
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
  const parameters = { ...readerOf(viewer), threadId, limit: max, viewerId: viewer.id }
  const found = last
    ? await repliesAfter.execute({ ...parameters, cursorAt: last.at.toISOString(), cursorId: last.id })
    : await replies.execute(parameters)
  return toComments(found, viewer).map(({ comment }) => comment)
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
