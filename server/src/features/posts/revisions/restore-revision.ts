import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { media } from '#features/media/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import type { NewPart } from '../add-post.ts'
import { changePost, lockPost, partsOfPost } from '../change-post.ts'
import { editedElsewhere } from '../content-rules.ts'
import { formatText, plainText } from '../format-text.ts'
import { postToChange } from '../post-to-change.ts'
import { postRevisions, removedParts, type Snapshot } from '../schema.ts'

type Restore = { viewer: Viewer; postId: string; version: string; current: number }

/** The parts of a snapshot whose files are still kept. */
async function keptParts(
  tx: Transaction,
  postId: string,
  { parts, attachments }: Snapshot,
): Promise<NewPart[]> {
  const removed = await tx
    .select({ mediaId: media.id, kind: media.kind, status: media.status })
    .from(removedParts)
    .innerJoin(media, eq(media.id, removedParts.mediaId))
    .where(eq(removedParts.postId, postId))
  const kept = new Map(
    [...removed, ...(await partsOfPost(tx, postId))].map(({ mediaId, kind, status }) => [
      mediaId,
      { kind, status },
    ]),
  )
  const numbered = (wanted: Pick<NewPart, 'mediaId' | 'alt' | 'name'>[]) =>
    wanted
      .flatMap((part) => {
        const item = kept.get(part.mediaId)
        return item ? [{ ...part, ...item }] : []
      })
      .map((part, position) => ({ ...part, position }))
  return [
    ...numbered(parts.map((part) => ({ ...part, name: null }))),
    ...numbered(attachments.map((attachment) => ({ ...attachment, alt: null }))),
  ]
}

/**
 * Makes an earlier version the newest one; files that are no longer kept are left out. Throws 404 for an unknown post
 * or version, 403 for another's post, 409 when `current` is not its version or nothing of the version is left.
 */
export async function restoreRevision(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'jobs'>,
  { viewer, postId, version, current }: Restore,
): Promise<void> {
  const { id } = await postToChange(services.db, { viewer, postId })
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0
  await services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ snapshot: postRevisions.snapshot })
      .from(postRevisions)
      .where(and(eq(postRevisions.postId, id), eq(postRevisions.version, number)))
    if (!found) throw notFound('Version')
    const { snapshot } = found
    const ids = [...snapshot.parts, ...snapshot.attachments].map(({ mediaId }) => mediaId)
    const post = await lockPost(tx, id, ids)
    if (!post || post.status === 'removed' || post.status === 'unpublished') throw notFound('Post')
    if (post.version !== current) throw editedElsewhere()
    const { title, content, markdown, opensAt, sharing, isMadeWithAi, commentsOff, tags } = snapshot
    const parts = await keptParts(tx, id, snapshot)
    if (content === '' && parts.every(({ name }) => name !== null))
      throw conflict('The files of this version are no longer kept, and it has no text.')
    const text = markdown === null ? plainText(content) : formatText(markdown)
    await changePost(services, tx, {
      post,
      personId: viewer.id,
      fields: {
        title,
        ...text,
        opensAt: opensAt === null ? null : new Date(opensAt),
        sharing,
        isMadeWithAi,
        commentsOff,
        ...(tags ? { tags } : {}),
      },
      parts,
      at: services.clock.now(),
    })
  })
}
