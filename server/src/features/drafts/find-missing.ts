import type { MediaRow } from '#features/media/schema.ts'
import { contentMissing } from '#features/posts/content-rules.ts'
import { conflict, Refusal } from '#errors.ts'
import { toPostText } from './to-post-fields.ts'
import type { DraftRow } from './schema.ts'

/** The reason why a draft cannot be published, or null. A file that is still being processed does not count. */
export function findMissing(
  text: Pick<DraftRow, 'content' | 'isFormatted'>,
  mediaItem: Pick<MediaRow, 'status'> | null,
): Refusal | null {
  if (!mediaItem) return toPostText(text).content === '' ? contentMissing() : null
  if (mediaItem.status !== 'failed') return null
  return conflict('The file of this draft could not be prepared. Try again, or choose another one.')
}
