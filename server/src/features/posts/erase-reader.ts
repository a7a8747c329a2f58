import { eq, sql } from 'drizzle-orm'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { likes, posts, postViews } from './schema.ts'

/**
 * Takes back every like of a person and forgets what they have seen; the counters follow, and members hear of the new
 * number of hearts. Post by post, so that nobody waits long; what was done stays done when it is broken off.
 */
export async function eraseReader({ db }: Pick<Services, 'db'>, personId: string): Promise<void> {
  const touched = await db
    .select({ id: likes.postId })
    .from(likes)
    .where(eq(likes.personId, personId))
    .union(db.select({ id: postViews.postId }).from(postViews).where(eq(postViews.personId, personId)))
  for (const { id } of touched)
    await db.transaction(async (tx) => {
      // Every writer of likes, comments and views takes this lock before any other.
      await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for('no key update')
      const unliked = await tx.execute(
        sql`delete from likes where post_id = ${id} and person_id = ${personId}`,
      )
      const unseen = await tx.execute(
        sql`delete from post_views where post_id = ${id} and person_id = ${personId}`,
      )
      const [counted] = await tx
        .update(posts)
        .set({
          likesCount: sql`${posts.likesCount} - ${unliked.rowCount ?? 0}`,
          viewsCount: sql`${posts.viewsCount} - ${unseen.rowCount ?? 0}`,
        })
        .where(eq(posts.id, id))
        .returning({ status: posts.status, likesCount: posts.likesCount })
      if (!unliked.rowCount || counted?.status !== 'ready') return
      const fields = sql`'postId', ${id}::uuid, 'likesCount', ${counted.likesCount}::int`
      await tx.execute(sql`select ${notifiedMembers('post_heart_update', fields)}`)
    })
}
