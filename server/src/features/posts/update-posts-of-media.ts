import type { Services } from '#services.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { MediaRow } from '#features/media/schema.ts'
import { recordEvent } from '#events/record-event.ts'
import { posts } from './schema.ts'

/** A post that becomes ready is published and announced. Only the creator is notified of a failure. */
export async function updatePostsOfMedia(
  { clock, live }: Pick<Services, 'clock' | 'live'>,
  tx: Transaction,
  { id, status }: Pick<MediaRow, 'id' | 'status'>,
): Promise<void> {
  const showing = await tx
    .select()
    .from(posts)
    // Finished work must not republish a post that moderators removed.
    .where(and(eq(posts.mediaId, id), ne(posts.status, 'removed')))
    .for('update')
  for (const { id: postId, status: before, creatorId } of showing) {
    if (status !== before)
      await tx
        .update(posts)
        .set({ status, ...(status === 'ready' ? { createdAt: clock.now() } : {}) })
        .where(eq(posts.id, postId))
    if (status === 'ready' && before !== 'ready')
      await recordEvent(tx, { kind: 'new_post', subjectId: postId, happenedAt: clock.now() })
    if (status !== 'ready') await live.publish(tx, { person: creatorId }, { type: 'post_updated', postId })
    else
      await live.publish(tx, 'members', {
        type: before === 'ready' ? 'post_updated' : 'post_created',
        postId,
      })
  }
}
