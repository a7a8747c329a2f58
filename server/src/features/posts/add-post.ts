import type { Transaction } from '#db/database.ts'
import type { MediaRow } from '#features/media/schema.ts'
import { statusOfParts } from '#features/media/stored-parts.ts'
import { recordEvent } from '#events/record-event.ts'
import type { Services } from '#services.ts'
import { postParts, type PostRow, posts } from './schema.ts'

type PostInput = Pick<PostRow, 'id' | 'creatorId' | 'title' | 'content' | 'createdAt'> &
  Partial<Pick<PostRow, 'markdown' | 'blocks' | 'opensAt' | 'sharing'>> & { isHistory?: boolean }

export type NewPart = Pick<typeof postParts.$inferSelect, 'mediaId' | 'position' | 'alt' | 'name'> &
  Pick<MediaRow, 'kind' | 'status'>

/** The type of a post with these parts: that of the first one that has not failed. */
export function typeOfParts(parts: Pick<MediaRow, 'kind' | 'status'>[]): PostRow['mediaType'] {
  const kind = (parts.find(({ status }) => status !== 'failed') ?? parts[0])?.kind ?? 'file'
  return kind === 'file' ? 'text' : kind
}

/** The media item is stored already. An unready post is announced when it becomes ready, a seeded one never. */
export async function addPost(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { parts, isHistory = false, ...post }: PostInput & { parts: NewPart[] },
): Promise<void> {
  const shown = parts.filter(({ name }) => name === null)
  const status = statusOfParts(shown)
  await tx.insert(posts).values({ ...post, mediaType: typeOfParts(shown), status })
  const rows = parts.map(({ mediaId, position, alt, name }) => ({
    mediaId,
    position,
    alt,
    name,
    postId: post.id,
  }))
  if (rows.length > 0) await tx.insert(postParts).values(rows)
  if (status !== 'ready') return
  await live.publish(tx, 'members', { type: 'post_created', postId: post.id })
  if (!isHistory) await recordEvent(tx, { kind: 'new_post', subjectId: post.id, happenedAt: post.createdAt })
}
