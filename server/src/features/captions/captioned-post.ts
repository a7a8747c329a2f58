import type { Transaction } from '#db/database.ts'
import { postToChange } from '#features/posts/post-to-change.ts'
import { conflict } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

export type CaptionedPost = { id: string; mediaId: string; creatorId: string; isReady: boolean }

/** Throws 404 for an unknown post, 403 for someone else's, 409 for one without video or recording. */
export async function captionedPost(
  { db }: Pick<Services, 'db'>,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<CaptionedPost> {
  const { id, mediaId, mediaType, creatorId, status } = await postToChange(db, { viewer, postId })
  if (mediaId === null || (mediaType !== 'video' && mediaType !== 'audio'))
    throw conflict('Only a video or a recording can have captions.')
  return { id, mediaId, creatorId, isReady: status === 'ready' }
}

export const notifyOfChange = (
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { id, creatorId, isReady }: CaptionedPost,
) => live.publish(tx, isReady ? 'members' : { person: creatorId }, { type: 'post_updated', postId: id })

/** Canonical form of a language tag: `pt-br` becomes `pt-BR`. */
export const canonicalLanguage = (language: string) => Intl.getCanonicalLocales(language)[0] ?? language
