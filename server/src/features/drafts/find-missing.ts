import type { MediaRow } from '#features/media/schema.ts'
import { statusOfParts } from '#features/media/stored-parts.ts'
import { contentMissing } from '#features/posts/content-rules.ts'
import { formatText } from '#features/posts/format-text.ts'
import { conflict, Refusal } from '#errors.ts'
import type { DraftRow } from './schema.ts'

/**
 * The reason why a draft with these parts cannot be published, or null. Parts that are still being processed do not
 * count, nor does a failed one beside others.
 */
export function findMissing(
  { content }: Pick<DraftRow, 'content'>,
  parts: Pick<MediaRow, 'status'>[],
): Refusal | null {
  if (parts.length === 0) return formatText(content).content === '' ? contentMissing() : null
  if (statusOfParts(parts) !== 'failed') return null
  return conflict(
    parts.length === 1
      ? 'The file of this draft could not be prepared. Try again, or choose another one.'
      : 'None of the files of this draft could be prepared. Try again, or choose others.',
  )
}
