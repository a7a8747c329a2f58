import type { MediaRow } from '#features/media/schema.ts'
import { contentMissing } from '#features/posts/content-rules.ts'
import { conflict, Refusal } from '#errors.ts'
import type { DraftRow } from './schema.ts'

/** The reason why a draft cannot be published, or null. A file that is still being processed does not count. */
export function findMissing(
  { content }: Pick<DraftRow, 'content'>,
  mediaItem: Pick<MediaRow, 'status'> | null,
): Refusal | null {
  if (!mediaItem) return content.trim() === '' ? contentMissing() : null
  if (mediaItem.status !== 'failed') return null
  return conflict('The file of this draft could not be prepared. Try again, or choose another one.')
}
