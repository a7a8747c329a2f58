import { eq, type SQL } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { lockMediaItems, removeMedia } from '#features/media/remove-media.ts'
import type { Services } from '#services.ts'
import { postParts, type PostRow, posts } from './schema.ts'

const mediaOf = async (tx: Transaction, postId: string) =>
  (await tx.select({ id: postParts.mediaId }).from(postParts).where(eq(postParts.postId, postId))).map(
    ({ id }) => id,
  )

/**
 * Deletes the post `postId` with its comments, likes and media if `condition` holds, and returns it. A job deletes the
 * files after the commit.
 */
export async function deletePost(
  services: Pick<Services, 'jobs'>,
  tx: Transaction,
  { postId, condition = eq(posts.id, postId) }: { postId: string; condition?: SQL | undefined },
): Promise<PostRow | undefined> {
  // Lock order: media items before post, as everywhere else. The reverse order could deadlock.
  await lockMediaItems(tx, await mediaOf(tx, postId))
  const [found] = await tx.select({ id: posts.id }).from(posts).where(condition).for('update')
  if (!found) return undefined
  const mediaIds = await mediaOf(tx, postId)
  const [deleted] = await tx.delete(posts).where(eq(posts.id, postId)).returning()
  await removeMedia(services, tx, mediaIds)
  return deleted
}
