import type { Media } from '@touchline/contract/media.ts'
import type { MediaFileRow, MediaRow } from './schema.ts'

/** One stored file, as `storedVariants` returns it. */
export type StoredVariant = Pick<MediaFileRow, 'variant' | 'role' | 'width' | 'mimeType'>

export type MediaView = Pick<
  MediaRow,
  'id' | 'mimeType' | 'width' | 'height' | 'placeholder' | 'durationMs' | 'waveform'
>

/** The address of a stored file, behind the access check. */
export const addressOf = (mediaId: string, variant: string) => `/media/${mediaId}/${variant}`

/** The public view of a media item: addresses behind the access check, never storage keys. */
export function toMedia(mediaItem: MediaView, variants: StoredVariant[]): Media {
  const filesFor = (role: StoredVariant['role']) => variants.filter((stored) => stored.role === role)
  const sizesFor = (role: 'size' | 'poster') =>
    filesFor(role).flatMap(({ variant, width, mimeType }) =>
      width === null ? [] : [{ url: addressOf(mediaItem.id, variant), width, mimeType }],
    )
  const hasStream = filesFor('stream').some(({ variant }) => variant === 'stream')
  const streamUrl = hasStream ? addressOf(mediaItem.id, 'stream') : null
  const sources = sizesFor('size')
  const moves = sources.length > 0 && filesFor('whole').length > 0
  return {
    url: sources.at(-1)?.url ?? streamUrl ?? addressOf(mediaItem.id, 'whole'),
    ...(moves ? { animationUrl: addressOf(mediaItem.id, 'whole') } : {}),
    streamUrl,
    mimeType: mediaItem.mimeType,
    width: mediaItem.width,
    height: mediaItem.height,
    durationMs: mediaItem.durationMs,
    placeholder: mediaItem.placeholder,
    sources,
    poster: sizesFor('poster'),
    waveform: mediaItem.waveform,
    captions: toCaptions(mediaItem.id, filesFor('captions')),
    ...(filesFor('strip').length > 0 ? { stripUrl: addressOf(mediaItem.id, 'strip') } : {}),
  }
}

const captionsPrefix = 'captions-'
export const captionsVariant = (language: string) => `${captionsPrefix}${language}`
export const languageOf = (variant: string) => variant.slice(captionsPrefix.length)

export const toCaptions = (mediaId: string, files: Pick<StoredVariant, 'variant'>[]): Media['captions'] =>
  files.map(({ variant }) => ({
    url: addressOf(mediaId, variant),
    language: languageOf(variant),
  }))
