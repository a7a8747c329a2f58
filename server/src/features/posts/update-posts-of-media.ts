import type { Services } from '#services.ts'
import { and, asc, eq, getTableColumns, isNull, notInArray } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { media, type MediaRow } from '#features/media/schema.ts'
import { statusOfParts } from '#features/media/stored-parts.ts'
import { announcePost, typeOfParts } from './add-post.ts'
import { postParts, posts } from './schema.ts'

/** A post that becomes ready is published and announced. Only the creator is notified of a failure. */
export async function updatePostsOfMedia(
  { clock, live }: Pick<Services, 'clock' | 'live'>,
  tx: Transaction,
  item: Pick<MediaRow, 'id' | 'status'>,
): Promise<void> {
  const showing = await tx
    .select(getTableColumns(posts))
    .from(posts)
    .innerJoin(postParts, eq(postParts.postId, posts.id))
    // Finished work must not republish a post that is hidden.
    .where(and(eq(postParts.mediaId, item.id), notInArray(posts.status, ['removed', 'unpublished'])))
    .for('update', { of: posts })
  for (const { id: postId, status: before, creatorId } of showing) {
    const parts = await tx
      .select({ kind: media.kind, status: media.status, inText: postParts.inText })
      .from(postParts)
      .innerJoin(media, eq(media.id, postParts.mediaId))
      .where(and(eq(postParts.postId, postId), isNull(postParts.name)))
      .orderBy(asc(postParts.position))
    const status = before === 'ready' ? before : statusOfParts(parts)
    const isPublished = status === 'ready' && before !== 'ready'
    await tx
      .update(posts)
      .set({ status, mediaType: typeOfParts(parts), ...(isPublished ? { createdAt: clock.now() } : {}) })
      .where(eq(posts.id, postId))
    if (isPublished) await announcePost(tx, { id: postId, creatorId }, clock.now())
    const isVisible = status === 'ready' && item.status === 'ready'
    if (isVisible || isPublished)
      await live.publish(tx, 'members', { type: isPublished ? 'post_created' : 'post_updated', postId })
    else await live.publish(tx, { person: creatorId }, { type: 'post_updated', postId })
  }
}
