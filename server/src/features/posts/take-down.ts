import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { deletePost } from './delete-post.ts'
import { posts } from './schema.ts'

const changeStatus = async (
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

/** Hides a published post and its media from everyone until it is put back. Returns false when there was none. */
export async function takeDownPost(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  postId: string,
): Promise<boolean> {
  const isHidden = await changeStatus(tx, postId, 'ready', 'removed')
  if (isHidden) await live.publish(tx, 'members', { type: 'post_deleted', postId })
  return isHidden
}

/** Shows a hidden post again, with its comments and likes. Returns false when it no longer exists. */
export async function putBackPost(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  postId: string,
): Promise<boolean> {
  const isShown = await changeStatus(tx, postId, 'removed', 'ready')
  if (isShown) await live.publish(tx, 'members', { type: 'post_created', postId })
  return isShown
}

/** Erases a hidden post with its comments, likes and media. Does nothing when it is gone or shown again. */
export async function eraseHiddenPost(
  services: Pick<Services, 'jobs'>,
  tx: Transaction,
  postId: string,
): Promise<void> {
  const condition = and(eq(posts.id, postId), eq(posts.status, 'removed'))
  await deletePost(services, tx, { postId, condition })
}
