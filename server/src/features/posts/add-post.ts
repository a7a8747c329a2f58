import type { Transaction } from '#db/database.ts'
import type { MediaRow } from '#features/media/schema.ts'
import { statusOfParts } from '#features/media/stored-parts.ts'
import { recordEvent } from '#events/record-event.ts'
import type { Services } from '#services.ts'
import { recordWebhook } from '#webhooks/record-webhook.ts'
import { picturesIn } from './format-text.ts'
import { postParts, type PostRow, posts } from './schema.ts'

type PostInput = Pick<PostRow, 'id' | 'creatorId' | 'title' | 'content' | 'createdAt'> &
  Partial<
    Pick<PostRow, 'markdown' | 'blocks' | 'opensAt' | 'sharing' | 'isMadeWithAi' | 'commentsOff' | 'tags'>
  > & {
    isHistory?: boolean
  }

export type NewPart = Pick<typeof postParts.$inferSelect, 'mediaId' | 'position' | 'alt' | 'name'> &
  Pick<MediaRow, 'kind' | 'status'>

type Placed = Pick<MediaRow, 'kind' | 'status'> & { inText?: boolean }

/** The type of a post with these parts: that of the first one outside the text that has not failed. */
export function typeOfParts(parts: Placed[]): PostRow['mediaType'] {
  const outside = parts.filter(({ inText }) => !inText)
  const kind = (outside.find(({ status }) => status !== 'failed') ?? outside[0])?.kind ?? 'file'
  return kind === 'file' ? 'text' : kind
}

/** Marks the pictures that stand in a text, and numbers them behind the other parts. */
export function placedParts<Part extends Pick<NewPart, 'mediaId' | 'kind' | 'name'>>(
  { blocks = null, content }: Partial<Pick<PostRow, 'blocks'>> & Pick<PostRow, 'content'>,
  parts: Part[],
): (Part & { inText: boolean; position: number })[] {
  const named = new Set(picturesIn({ blocks, content }))
  const isInText = ({ kind, name, mediaId }: Part) => kind === 'image' && name === null && named.has(mediaId)
  const numbered = (some: Part[], inText: boolean, from = 0) =>
    some.map((part, index) => ({ ...part, inText, position: from + index }))
  const shown = parts.filter(({ name }) => name === null)
  const outside = shown.filter((part) => !isInText(part))
  return [
    ...numbered(outside, false),
    ...numbered(shown.filter(isInText), true, outside.length),
    ...numbered(
      parts.filter(({ name }) => name !== null),
      false,
    ),
  ]
}

/** Records that a post was published, for notifications and webhooks. */
export async function announcePost(
  tx: Transaction,
  { id, creatorId }: Pick<PostRow, 'id' | 'creatorId'>,
  happenedAt: Date,
): Promise<void> {
  await recordEvent(tx, { kind: 'new_post', subjectId: id, happenedAt })
  await recordWebhook(tx, 'post.published', { personId: creatorId, data: { postId: id }, happenedAt })
}

/** The media item is stored already. An unready post is announced when it becomes ready, a seeded one never. */
export async function addPost(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { parts, isHistory = false, ...post }: PostInput & { parts: NewPart[] },
): Promise<void> {
  const placed = placedParts(post, parts)
  const shown = placed.filter(({ name }) => name === null)
  const status = statusOfParts(shown)
  await tx.insert(posts).values({ ...post, mediaType: typeOfParts(shown), status })
  const rows = placed.map(({ mediaId, position, alt, name, inText }) => ({
    mediaId,
    position,
    alt,
    name,
    inText,
    postId: post.id,
  }))
  if (rows.length > 0) await tx.insert(postParts).values(rows)
  if (status !== 'ready') return
  await live.publish(tx, 'members', { type: 'post_created', postId: post.id })
  if (!isHistory) await announcePost(tx, post, post.createdAt)
}
