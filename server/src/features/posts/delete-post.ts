import { eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { lockMediaItems, removeMedia } from '#features/media/remove-media.ts'
import type { Services } from '#services.ts'
import { type PostRow, posts } from './schema.ts'

/** The media of a post: those that it has, had or would have after an edit that was begun. */
async function mediaOf(tx: Transaction, postId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select media_id as id from post_parts where post_id = ${postId}
    union select media_id from removed_parts where post_id = ${postId}
    union select p.media_id from draft_parts p join drafts d on d.id = p.draft_id where d.post_id = ${postId}`)
  return rows.map(({ id }) => id)
}

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
