import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#db/database.ts'
import { lockMediaItems, removeMedia } from '#features/media/remove-media.ts'
import { media } from '#features/media/schema.ts'
import { statusOfParts } from '#features/media/stored-parts.ts'
import type { Services } from '#services.ts'
import { announcePost, type NewPart, placedParts, typeOfParts } from './add-post.ts'
import { contentMissing } from './content-rules.ts'
import { audienceOf } from './reader.ts'
import { changedIn, snapshotOf } from './revisions/snapshot.ts'
import { recordRevisions } from './revisions/record-revisions.ts'
import { postParts, type PostRow, posts, removedParts } from './schema.ts'

type Fields = Partial<
  Pick<
    PostRow,
    | 'title'
    | 'content'
    | 'markdown'
    | 'blocks'
    | 'opensAt'
    | 'sharing'
    | 'isClip'
    | 'isMadeWithAi'
    | 'commentsOff'
    | 'tags'
  >
>

type Change = {
  /** The row as it is under the lock of `lockPost`. */
  post: PostRow
  personId: string
  fields: Fields
  /** All parts of the post from now on. Without them its files stay, and `alt` may describe the first one. */
  parts?: NewPart[] | undefined
  alt?: string | null | undefined
  at: Date
}

type PlacedPart = NewPart & { inText: boolean }

/** The parts and attachments of a post in their order. */
export const partsOfPost = async (tx: Queryable, postId: string): Promise<PlacedPart[]> =>
  tx
    .select({
      mediaId: postParts.mediaId,
      position: postParts.position,
      alt: postParts.alt,
      name: postParts.name,
      inText: postParts.inText,
      kind: media.kind,
      status: media.status,
    })
    .from(postParts)
    .innerJoin(media, eq(media.id, postParts.mediaId))
    .where(eq(postParts.postId, postId))
    .orderBy(sql`${postParts.name} is not null`, asc(postParts.position))

/** Locks a post and before it the media items that it has and will have, as everywhere else. */
export async function lockPost(
  tx: Transaction,
  postId: string,
  newMedia: string[] = [],
): Promise<PostRow | undefined> {
  const now = await partsOfPost(tx, postId)
  await lockMediaItems(tx, [...now.map(({ mediaId }) => mediaId), ...newMedia])
  const [post] = await tx.select().from(posts).where(eq(posts.id, postId)).for('no key update')
  return post
}

const settings = new Set(['opensAt', 'sharing', 'comments', 'tags'])

/**
 * Saves an edit as the next version of a locked post, publishes it if it was not public, and tells who sees it. Files
 * that are no longer part of it stay restorable. An edit that changes nothing is not recorded.
 */
export async function changePost(
  services: Pick<Services, 'live' | 'jobs'>,
  tx: Transaction,
  { post, personId, fields, parts, alt, at }: Change,
): Promise<void> {
  const { id, status: before } = post
  const previous = await partsOfPost(tx, id)
  const changed = { ...post, ...fields }
  const described = previous.map((part) => (alt !== undefined && isFirst(part) ? { ...part, alt } : part))
  const next = placedParts(changed, parts ?? described)
  const [old, saved] = [snapshotOf(post, previous), snapshotOf(changed, next)]
  const changes = changedIn(old, saved)
  const shown = next.filter(({ name }) => name === null)
  const mediaType = typeOfParts(shown)
  if (mediaType === 'text' && changed.content === '') throw contentMissing()
  const status = before === 'ready' || !parts ? before : statusOfParts(shown)
  const isFirstPublished = status === 'ready' && (before === 'processing' || before === 'failed')
  const keepsClip = changed.opensAt !== null && firstMedia(previous) === firstMedia(next)
  const isEdited = changes.some((field) => !settings.has(field))
  await tx
    .update(posts)
    .set({
      ...fields,
      status,
      isClip: changed.isClip && (parts === undefined || keepsClip),
      mediaType,
      ...(changes.length > 0 ? { version: post.version + 1 } : {}),
      ...(isEdited ? { editedAt: at } : {}),
      ...(isFirstPublished ? { createdAt: at } : {}),
    })
    .where(eq(posts.id, id))
  if (!isDeepStrictEqual(previous, next)) await replaceParts(services, tx, { id, previous, next, at })
  if (changes.length > 0) await recordRevisions(tx, { post, personId, old, saved, at })
  if (isFirstPublished) await announcePost(tx, post, at)
  const isNew = status === 'ready' && before !== 'ready'
  await services.live.publish(tx, audienceOf({ ...post, status }), {
    type: isNew ? 'post_created' : 'post_updated',
    postId: id,
  })
}

const isFirst = ({ name, position }: NewPart) => name === null && position === 0

const firstMedia = (parts: NewPart[]) => parts.find(isFirst)?.mediaId

type Replacement = { id: string; previous: PlacedPart[]; next: PlacedPart[]; at: Date }

/** Unfinished and failed files have nothing to restore, so they are deleted. */
async function replaceParts(
  services: Pick<Services, 'jobs'>,
  tx: Transaction,
  { id: postId, previous, next, at }: Replacement,
): Promise<void> {
  await tx.delete(postParts).where(eq(postParts.postId, postId))
  const rows = next.map(({ kind: _kind, status: _status, ...part }) => ({ ...part, postId }))
  if (rows.length > 0) await tx.insert(postParts).values(rows)
  const ids = next.map(({ mediaId }) => mediaId)
  if (ids.length > 0)
    await tx
      .delete(removedParts)
      .where(and(eq(removedParts.postId, postId), inArray(removedParts.mediaId, ids)))
  const gone = previous.filter(({ mediaId }) => !ids.includes(mediaId))
  const kept = gone.filter(({ status }) => status === 'ready')
  if (kept.length > 0)
    await tx
      .insert(removedParts)
      .values(kept.map(({ mediaId, name }) => ({ mediaId, postId, name, removedAt: at })))
  const useless = gone.filter(({ status }) => status !== 'ready').map(({ mediaId }) => mediaId)
  await removeMedia(services, tx, useless)
}
