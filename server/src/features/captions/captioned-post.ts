import type { Transaction } from '#db/database.ts'
import { postToChange } from '#features/posts/post-to-change.ts'
import { conflict } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

/** Whose captions are changed: a post, and the video or recording it shows. */
export type CaptionedPost = { id: string; mediaId: string; creatorId: string; isReady: boolean }

/** Finds it for somebody who wants to change its captions. 404 unknown, 403 someone else's, 409 when nothing in it speaks. */
export async function captionedPost(
  { db }: Pick<Services, 'db'>,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<CaptionedPost> {
  const { id, mediaId, mediaType, creatorId, status } = await postToChange(db, { viewer, postId })
  if (mediaId === null || (mediaType !== 'video' && mediaType !== 'audio'))
    throw conflict('Only a video or a recording can have captions.')
  return { id, mediaId, creatorId, isReady: status === 'ready' }
}

/** Lets those who see the post read it again. */
export const notifyReaders = (
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { id, creatorId, isReady }: CaptionedPost,
) => live.say(tx, isReady ? 'members' : { person: creatorId }, { type: 'post_updated', postId: id })

/** The language as it is always written: `pt-br` is `pt-BR`. */
export const writtenLanguage = (language: string) => Intl.getCanonicalLocales(language)[0] ?? language
