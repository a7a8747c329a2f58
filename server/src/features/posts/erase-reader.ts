import { eq, sql } from 'drizzle-orm'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { likes, posts, postViews } from './schema.ts'

/** Works one post at a time to keep transactions short; finished posts stay done when it is interrupted. */
export async function eraseReader({ db }: Pick<Services, 'db'>, personId: string): Promise<void> {
  const affected = await db
    .select({ id: likes.postId })
    .from(likes)
    .where(eq(likes.personId, personId))
    .union(db.select({ id: postViews.postId }).from(postViews).where(eq(postViews.personId, personId)))
  for (const { id } of affected)
    await db.transaction(async (tx) => {
      // Every writer of likes, comments and views takes this lock first.
      await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for('no key update')
      const unliked = await tx.execute(
        sql`delete from likes where post_id = ${id} and person_id = ${personId}`,
      )
      const unseen = await tx.execute(
        sql`delete from post_views where post_id = ${id} and person_id = ${personId}`,
      )
      const [updated] = await tx
        .update(posts)
        .set({
          likesCount: sql`${posts.likesCount} - ${unliked.rowCount ?? 0}`,
          viewsCount: sql`${posts.viewsCount} - ${unseen.rowCount ?? 0}`,
        })
        .where(eq(posts.id, id))
        .returning({ status: posts.status, likesCount: posts.likesCount })
      if (!unliked.rowCount || updated?.status !== 'ready') return
      const fields = sql`'postId', ${id}::uuid, 'likesCount', ${updated.likesCount}::int`
      await tx.execute(sql`select ${notifiedMembers('post_heart_update', fields)}`)
    })
}
