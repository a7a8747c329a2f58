import { eq } from 'drizzle-orm'
import { lockMediaItem, removeMedia } from '#features/media/remove-media.ts'
import { notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { postToChange } from './post-to-change.ts'
import { audienceOf } from './reader.ts'
import { posts } from './schema.ts'

/** Removals by admins are audited. Throws 404 for an unknown or removed post, 403 for someone else's. */
export async function removePost(
  services: Pick<Services, 'db' | 'live' | 'jobs' | 'clock'>,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<void> {
  const post = await postToChange(services.db, { viewer, postId })
  const { id } = post
  await services.db.transaction(async (tx) => {
    // Lock order: media item before post, as everywhere else. The reverse order could deadlock.
    if (post.mediaId) await lockMediaItem(tx, post.mediaId)
    const [removed] = await tx.delete(posts).where(eq(posts.id, id)).returning()
    if (!removed) throw notFound('Post')
    if (removed.mediaId) await removeMedia(services, tx, removed.mediaId)
    await services.live.publish(tx, audienceOf(removed), { type: 'post_deleted', postId: id })
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
