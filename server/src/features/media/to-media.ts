import type { Media } from '@touchline/contract/posts.ts'
import type { MediaRow } from './schema.ts'

/** One stored size or the original, as queries that join media bring it along, narrowest first. */
export type StoredVariant = { variant: string; width: number | null; mimeType: string }

const addressOf = (mediaId: string, variant: string) => `/media/${mediaId}/${variant}`

/** What a medium shows: the addresses of its files behind the door, never where they are kept. */
export function toMedia(
  medium: Pick<MediaRow, 'id' | 'mimeType' | 'width' | 'height' | 'placeholder'>,
  variants: StoredVariant[],
): Media {
  const sources = variants.flatMap(({ variant, width, mimeType }) =>
    width === null || variant === 'original' ? [] : [{ url: addressOf(medium.id, variant), width, mimeType }],
  )
  return {
    url: sources.at(-1)?.url ?? addressOf(medium.id, 'original'),
    mimeType: medium.mimeType,
    width: medium.width,
    height: medium.height,
    placeholder: medium.placeholder,
    sources,
  }
}
