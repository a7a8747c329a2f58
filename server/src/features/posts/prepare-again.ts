import { and, eq } from 'drizzle-orm'
import { conflict } from '#errors.ts'
import { tryAllAgain } from '#features/media/retry-work.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { postToChange } from './post-to-change.ts'
import { postParts, posts } from './schema.ts'

/** Throws 404 for an unknown post, 403 for someone else's, 409 when it has not failed. */
export async function prepareAgain(
  services: Pick<Services, 'db' | 'live' | 'jobs'>,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<void> {
  const post = await postToChange(services.db, { viewer, postId })
  const { id } = post
  await services.db.transaction(async (tx) => {
    const parts = await tx.select({ id: postParts.mediaId }).from(postParts).where(eq(postParts.postId, id))
    const mediaIds = parts.map((part) => part.id)
    if (!(await tryAllAgain(services, tx, mediaIds))) throw conflict('There is nothing to try again.')
    await tx
      .update(posts)
      .set({ status: 'processing' })
      .where(and(eq(posts.id, id), eq(posts.status, 'failed')))
    await services.live.publish(tx, { person: post.creatorId }, { type: 'post_updated', postId: id })
  })
}
