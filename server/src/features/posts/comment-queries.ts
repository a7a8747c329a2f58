import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/accounts/schema.ts'
import { notFound } from '#errors.ts'
import { knownId } from './known-id.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { comments, posts } from './schema.ts'

const withAuthor = {
  comment: {
    id: comments.id,
    postId: comments.postId,
    content: comments.content,
    createdAt: comments.createdAt,
  },
  author: {
    id: people.id,
    firstName: people.firstName,
    lastName: people.lastName,
    email: people.email,
    isMainInfluencer: people.isMainInfluencer,
  },
}

const onPost = eq(comments.postId, sql.placeholder('postId'))
const olderThanCursor = sql`(${comments.createdAt}, ${comments.id}) < (${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid)`

const statements = oncePerDatabase((db) => {
  const all = () => db.select(withAuthor).from(comments).innerJoin(people, eq(people.id, comments.personId))
  const latest = (name: string, condition: ReturnType<typeof and>) =>
    all()
      .where(condition)
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(sql.placeholder('limit'))
      .prepare(name)
  return {
    every: all().where(onPost).orderBy(asc(comments.createdAt), asc(comments.id)).prepare('comments_every'),
    latest: latest('comments_latest', onPost),
    before: latest('comments_before', and(onPost, olderThanCursor)),
    postExists: db
      .select({ id: posts.id })
      .from(posts)
      .where(eq(posts.id, sql.placeholder('postId')))
      .prepare('comments_post_exists'),
  }
})

const defaultLimit = 50

/**
 * The comments of a post with their authors, oldest first: all of them, or with `limit` or `before` the last ones
 * (before that comment). 404 for an unknown post or cursor.
 */
export async function commentsOn(db: Database, id: string, range: { before?: string; limit?: number } = {}) {
  const postId = knownId(id, 'Post')
  const { every, latest, before, postExists } = statements(db)
  if (range.before === undefined && range.limit === undefined) {
    const found = await every.execute({ postId })
    if (found.length === 0 && (await postExists.execute({ postId })).length === 0) throw notFound('Post')
    return found
  }
  if ((await postExists.execute({ postId })).length === 0) throw notFound('Post')
  const limit = range.limit ?? defaultLimit
  if (range.before === undefined) return (await latest.execute({ postId, limit })).toReversed()
  const cursorId = knownId(range.before, 'Comment')
  const [cursor] = await db
    .select({ at: comments.createdAt })
    .from(comments)
    .where(and(eq(comments.id, cursorId), eq(comments.postId, postId)))
  if (!cursor) throw notFound('Comment')
  return (await before.execute({ postId, limit, cursorAt: cursor.at.toISOString(), cursorId })).toReversed()
}
