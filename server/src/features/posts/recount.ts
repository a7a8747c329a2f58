import { isDeepStrictEqual } from 'node:util'
import { eq, gt, sql } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { posts } from './schema.ts'

/** Small enough for the statement timeout even when every member has seen every post daily. */
const postsPerPage = 25

/** Repairs and logs differences (drift is a bug). Returns the number of repaired posts. */
export async function recountPosts({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number> {
  const likesNow = sql<number>`(select count(*)::int from likes where likes.post_id = posts.id)`
  const commentsNow = sql<number>`(select count(*)::int from comments where comments.post_id = posts.id)`
  const viewsNow = sql<number>`(select count(*)::int from post_views where post_views.post_id = posts.id)`
  const isSuspect = sql<boolean>`${posts.likesCount} <> ${likesNow} or ${posts.commentsCount} <> ${commentsNow} or ${posts.viewsCount} <> ${viewsNow}`
  const suspects: string[] = []
  let last: string | undefined
  do {
    const some = await db
      .select({ id: posts.id, isSuspect })
      .from(posts)
      .where(last === undefined ? undefined : gt(posts.id, last))
      .orderBy(posts.id)
      .limit(postsPerPage)
    suspects.push(...some.filter((post) => post.isSuspect).map(({ id }) => id))
    last = some.at(postsPerPage - 1)?.id
  } while (last !== undefined)

  let repaired = 0
  for (const id of suspects) {
    await db.transaction(async (tx) => {
      // Under the lock that every writer takes first, so that a like in progress is not mistaken for drift.
      await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for('no key update')
      const [is] = await tx
        .select({
          likesCount: posts.likesCount,
          commentsCount: posts.commentsCount,
          viewsCount: posts.viewsCount,
          likesNow,
          commentsNow,
          viewsNow,
        })
        .from(posts)
        .where(eq(posts.id, id))
      if (!is) return
      const stored = { likesCount: is.likesCount, commentsCount: is.commentsCount, viewsCount: is.viewsCount }
      const actual = { likesCount: is.likesNow, commentsCount: is.commentsNow, viewsCount: is.viewsNow }
      if (isDeepStrictEqual(stored, actual)) return
      await tx.update(posts).set(actual).where(eq(posts.id, id))
      log.error({ postId: id, ...is }, 'post counters had drifted')
      repaired += 1
    })
  }
  return repaired
}
