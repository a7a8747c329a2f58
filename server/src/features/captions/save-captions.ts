import { maxCaptionsBytes } from '@touchline/contract/captions.ts'
import type { Media } from '@touchline/contract/media.ts'
import { captionsOf, storeCaptions } from '#features/media/store-captions.ts'
import { Refusal } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { captionedPost, notifyOfChange, canonicalLanguage } from './captioned-post.ts'
import { toWebVtt } from './web-vtt.ts'
type Input = { viewer: Viewer; postId: string; language: string; content: string }

/**
 * Saves captions in a language, replacing earlier ones, and returns all captions. Throws what `captionedPost` throws,
 * 400 with the line of invalid text, 409 for too many languages, 413 for too much text, 507 when the disk is full.
 */
export async function saveCaptions(
  services: Pick<Services, 'db' | 'media' | 'live' | 'jobs' | 'log'>,
  input: Input,
): Promise<Media['captions']> {
  const post = await captionedPost(services, input)
  if (Buffer.byteLength(input.content) > maxCaptionsBytes)
    throw new Refusal(413, 'too_large', `Captions may have up to ${maxCaptionsBytes / 1024} kB.`)
  const text = toWebVtt(input.content)
  const language = canonicalLanguage(input.language)
  await storeCaptions(services, { mediaId: post.mediaId, language, text }, (tx) =>
    notifyOfChange(services, tx, post),
  )
  return captionsOf(services.db, post.mediaId)
}
