import { notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { deletePost } from './delete-post.ts'
import { postToChange } from './post-to-change.ts'
import { audienceOf } from './reader.ts'

/** Removals by admins are audited. Throws 404 for an unknown or removed post, 403 for someone else's. */
export async function removePost(
  services: Pick<Services, 'db' | 'live' | 'jobs' | 'clock'>,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<void> {
  const post = await postToChange(services.db, { viewer, postId })
  const { id } = post
  await services.db.transaction(async (tx) => {
    const removed = await deletePost(services, tx, { postId: id })
    if (!removed) throw notFound('Post')
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
