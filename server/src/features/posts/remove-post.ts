import { eq } from 'drizzle-orm'
import { lockUnusedMedia, removeMedia } from '#features/media/remove-media.ts'
import { notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { postToChange } from './post-to-change.ts'
import { audienceOf } from './reader.ts'
import { posts } from './schema.ts'

/**
 * Removes a post with its comments, likes and media; the files go by a job after the commit. 404 unknown or
 * removed before, 403 someone else's. An admin's removal is written down.
 */
export async function removePost(
  services: Pick<Services, 'db' | 'live' | 'jobs' | 'clock'>,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<void> {
  const post = await postToChange(services.db, { viewer, postId })
  const { id } = post
  await services.db.transaction(async (tx) => {
    // Before the post, as everybody who works on it does: two who wait for each other would both be stopped.
    if (post.mediaId) await lockUnusedMedia(tx, post.mediaId)
    const [removed] = await tx.delete(posts).where(eq(posts.id, id)).returning()
    if (!removed) throw notFound('Post')
    if (removed.mediaId) await removeMedia(services, tx, removed.mediaId)
    await services.live.say(tx, audienceOf(removed), { type: 'post_deleted', postId: id })
    if (post.creatorId !== viewer.id)
      await recordAct(tx, {
        actorId: viewer.id,
        action: 'post_removed',
        personId: post.creatorId,
        subject: id,
        at: services.clock.now(),
      })
  })
}
