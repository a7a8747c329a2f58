import { isDeepStrictEqual } from 'node:util'
import { eq, gt, sql } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { posts } from './schema.ts'

/** So few that even posts everybody has seen every day are counted within the time one statement has. */
const postsPerPage = 25

/**
 * Compares every counter with the rows it counts, mends what differs and logs it: drift is a bug to be found.
 * Returns how many posts were mended.
 */
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

  let mended = 0
  for (const id of suspects) {
    await db.transaction(async (tx) => {
      // Under the lock every writer takes first, so that a like on its way is not taken for drift.
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
      const said = { likesCount: is.likesCount, commentsCount: is.commentsCount, viewsCount: is.viewsCount }
      const there = { likesCount: is.likesNow, commentsCount: is.commentsNow, viewsCount: is.viewsNow }
      if (isDeepStrictEqual(said, there)) return
      await tx.update(posts).set(there).where(eq(posts.id, id))
      log.error({ postId: id, ...is }, 'the counters of a post had drifted from its rows')
      mended += 1
    })
  }
  return mended
}
