import type { Media } from '@touchline/contract/media.ts'
import { captionsOf, removeCaptions } from '#features/media/store-captions.ts'
import { notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { captionedPost, notifyOfChange, canonicalLanguage } from './captioned-post.ts'

/**
 * Removes the captions in a language and returns the remaining ones. Throws what `captionedPost` throws, and 404 when
 * there are none in that language.
 */
export async function dropCaptions(
  services: Pick<Services, 'db' | 'live' | 'jobs'>,
  input: { viewer: Viewer; postId: string; language: string },
): Promise<Media['captions']> {
  const { db } = services
  const post = await captionedPost(services, input)
  await db.transaction(async (tx) => {
    const language = canonicalLanguage(input.language)
    if (!(await removeCaptions(services, tx, { mediaId: post.mediaId, language }))) throw notFound('Captions')
    await notifyOfChange(services, tx, post)
  })
  return captionsOf(db, post.mediaId)
}
