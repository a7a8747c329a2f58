import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { NewPart } from '#features/posts/add-post.ts'
import { changePost, lockPost, partsOfPost } from '#features/posts/change-post.ts'
import { placePost } from '#features/posts/collections/place-post.ts'
import { toMarkdown } from '#features/posts/format-text.ts'
import { type PostRow, posts } from '#features/posts/schema.ts'
import { conflict } from '#errors.ts'
import type { Services } from '#services.ts'
import { drafts, type DraftRow } from './schema.ts'
import { toPostFields } from './to-post-fields.ts'

const takenDown = () =>
  conflict('A moderator has taken this post down. It cannot be changed until it is back.')
const changedSince = () =>
  conflict(
    'The post itself was edited after you began. Look at it, then save your changes again or discard them.',
  )
const fileFailed = () =>
  conflict(
    'A new file could not be prepared, so members still see the post as it was. Try again, or choose another.',
  )

/** Whether changes to a post wait for a file that members do not have yet. */
export async function isWaiting(
  tx: Transaction,
  { id }: Pick<DraftRow, 'id'>,
  parts: NewPart[],
): Promise<boolean> {
  const [post] = await tx.select({ status: posts.status }).from(posts).where(eq(posts.id, id))
  const known = post?.status === 'ready' ? await partsOfPost(tx, id) : []
  return parts.some(
    ({ mediaId, status }) => status === 'processing' && !known.some((part) => part.mediaId === mediaId),
  )
}

/** Saves the changes of a locked draft to its post once all files are ready. */
export async function saveWhenReady(
  { clock, live }: Pick<Services, 'clock' | 'live'>,
  tx: Transaction,
  { id, creatorId, basedOn }: DraftRow,
): Promise<void> {
  const publishAt = clock.now()
  await tx.update(drafts).set({ publishAt, basedOn, notPublished: null }).where(eq(drafts.id, id))
  await live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}

/** A text that was not touched keeps its form: the draft shows a plain one as Markdown. */
function textFields(draft: DraftRow, post: PostRow): Partial<PostRow> {
  const { title, content, markdown, blocks } = toPostFields(draft)
  const isUntouched = post.markdown === null && draft.content === toMarkdown(post.content)
  return isUntouched ? { title } : { title, content, markdown, blocks }
}

/**
 * Saves a locked draft to the post that it edits, and removes the draft. Throws 409 when the post was edited in the
 * meantime, taken down, or a new file has failed.
 */
export async function saveToPost(
  services: Pick<Services, 'clock' | 'live' | 'jobs'>,
  tx: Transaction,
  draft: DraftRow,
  parts: NewPart[],
): Promise<void> {
  const { id, creatorId, basedOn } = draft
  const post = await lockPost(
    tx,
    id,
    parts.map(({ mediaId }) => mediaId),
  )
  if (!post || post.status === 'removed') throw takenDown()
  if (post.version !== basedOn) throw changedSince()
  const known = await partsOfPost(tx, id)
  const isNew = ({ mediaId }: NewPart) => !known.some((part) => part.mediaId === mediaId)
  if (parts.some((part) => part.status === 'failed' && isNew(part))) throw fileFailed()
  await tx.delete(drafts).where(eq(drafts.id, id))
  const { opensAt, sharing, isMadeWithAi, commentsOff, tags, collectionIds } = draft
  await changePost(services, tx, {
    post,
    personId: creatorId,
    fields: { ...textFields(draft, post), opensAt, sharing, isMadeWithAi, commentsOff, tags },
    parts,
    at: services.clock.now(),
  })
  if (collectionIds) await placePost(tx, { postId: id, creatorId, collectionIds })
  await services.live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}
