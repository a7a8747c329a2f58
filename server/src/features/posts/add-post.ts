import type { Transaction } from '#db/database.ts'
import type { MediaRow } from '#features/media/schema.ts'
import { recordEvent } from '#events/record-event.ts'
import type { Services } from '#services.ts'
import { type PostRow, posts } from './schema.ts'

type PostInput = Pick<PostRow, 'id' | 'creatorId' | 'title' | 'content' | 'createdAt'> &
  Partial<Pick<PostRow, 'markdown' | 'blocks' | 'mediaAlt' | 'opensAt' | 'sharing'>> & { isHistory?: boolean }

/** The media item is stored already. An unready post is announced when it becomes ready, a seeded one never. */
export async function addPost(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  {
    mediaItem,
    isHistory = false,
    ...post
  }: PostInput & { mediaItem: Pick<MediaRow, 'id' | 'kind' | 'status'> | null },
): Promise<void> {
  await tx.insert(posts).values({
    ...post,
    mediaType: mediaItem?.kind ?? 'text',
    mediaId: mediaItem?.id ?? null,
    status: mediaItem?.status ?? 'ready',
  })
  if (mediaItem && mediaItem.status !== 'ready') return
  await live.publish(tx, 'members', { type: 'post_created', postId: post.id })
  if (!isHistory) await recordEvent(tx, { kind: 'new_post', subjectId: post.id, happenedAt: post.createdAt })
}
