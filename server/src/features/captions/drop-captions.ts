import type { Media } from '@touchline/contract/media.ts'
import { captionsOf, removeCaptions } from '#features/media/store-captions.ts'
import { notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { captionedPost, notifyReaders, writtenLanguage } from './captioned-post.ts'

/**
 * Takes the captions of a language from the video or recording of a post; answers those it still has. What
 * `captionedPost` refuses, and 404 for a language it has none in.
 */
export async function dropCaptions(
  services: Pick<Services, 'db' | 'live' | 'jobs'>,
  wish: { viewer: Viewer; postId: string; language: string },
): Promise<Media['captions']> {
  const { db } = services
  const post = await captionedPost(services, wish)
  await db.transaction(async (tx) => {
    const language = writtenLanguage(wish.language)
    if (!(await removeCaptions(services, tx, { mediaId: post.mediaId, language }))) throw notFound('Captions')
    await notifyReaders(services, tx, post)
  })
  return captionsOf(db, post.mediaId)
}
