import { maxCaptionsBytes } from '@touchline/contract/captions.ts'
import type { Media } from '@touchline/contract/media.ts'
import { captionsOf, storeCaptions } from '#features/media/store-captions.ts'
import { Refusal } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { captionedPost, notifyReaders, writtenLanguage } from './captioned-post.ts'
import { toWebVtt } from './web-vtt.ts'

type Deps = Pick<Services, 'db' | 'media' | 'live' | 'jobs' | 'log'>
type Input = { viewer: Viewer; postId: string; language: string; content: string }

/**
 * Gives the video or recording of a post captions in a language, in the place of those it had. Answers all it has. What
 * `captionedPost` refuses; 400 with the line for text that is no captions, 409 for too many languages, 413 for too
 * much text, 507 for a full disk.
 */
export async function saveCaptions(services: Deps, wish: Input): Promise<Media['captions']> {
  const post = await captionedPost(services, wish)
  if (Buffer.byteLength(wish.content) > maxCaptionsBytes)
    throw new Refusal(413, 'too_large', `Captions may have up to ${maxCaptionsBytes / 1024} kB.`)
  const text = toWebVtt(wish.content)
  const language = writtenLanguage(wish.language)
  await storeCaptions(services, { mediaId: post.mediaId, language, text }, (tx) =>
    notifyReaders(services, tx, post),
  )
  return captionsOf(services.db, post.mediaId)
}
