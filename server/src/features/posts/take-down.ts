import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { lockUnusedMedia, removeMedia } from '#features/media/remove-media.ts'
import type { Services } from '#services.ts'
import { posts } from './schema.ts'

const becomes = async (
  tx: Transaction,
  postId: string,
  from: 'ready' | 'removed',
  to: 'ready' | 'removed',
) => {
  const changed = await tx
    .update(posts)
    .set({ status: to })
    .where(and(eq(posts.id, postId), eq(posts.status, from)))
    .returning({ id: posts.id })
  return changed.length > 0
}

/** Hides a published post and its media item from everybody; answers whether there was one. It can be put back. */
export async function takeDownPost(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  postId: string,
): Promise<boolean> {
  const isHidden = await becomes(tx, postId, 'ready', 'removed')
  if (isHidden) await live.say(tx, 'members', { type: 'post_deleted', postId })
  return isHidden
}

/** Shows a hidden post again, with its comments and likes; answers whether it was still there. */
export async function putBackPost(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  postId: string,
): Promise<boolean> {
  const isShown = await becomes(tx, postId, 'removed', 'ready')
  if (isShown) await live.say(tx, 'members', { type: 'post_created', postId })
  return isShown
}

/** Removes a hidden post for good, with its comments, likes and media item. One that is gone or shown again stays as it is. */
export async function eraseHiddenPost(
  services: Pick<Services, 'jobs'>,
  tx: Transaction,
  postId: string,
): Promise<void> {
  const isHidden = and(eq(posts.id, postId), eq(posts.status, 'removed'))
  const [found] = await tx.select({ mediaId: posts.mediaId }).from(posts).where(isHidden)
  // Before the post, as everybody who works on it does.
  if (found?.mediaId) await lockUnusedMedia(tx, found.mediaId)
  const [erased] = await tx.delete(posts).where(isHidden).returning({ mediaId: posts.mediaId })
  if (erased?.mediaId) await removeMedia(services, tx, erased.mediaId)
}
