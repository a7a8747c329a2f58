import type { Media } from './media.ts'
import type { Post } from './posts.ts'

/**
 * The widths of a picture in a card and in a gallery, by which browsers choose a source. A card on a phone is 8 px
 * wider, but 640 pixels are enough for the dense screen of one with 360.
 */
export const pictureSizes = {
  card: '(min-width: 64rem) 47rem, (min-width: 40rem) calc(100vw - 3rem), calc(100vw - 2.5rem)',
  tile: '(min-width: 64rem) 24rem, 50vw',
}

export const stillsOf = ({ poster, sources }: Media) => (poster.length > 0 ? poster : sources)

/** The sources of the first picture in the card of a post, and its width. */
export function firstPicture({ media, mediaType, gallery }: Pick<Post, 'media' | 'mediaType' | 'gallery'>) {
  const [first, ...others] = (gallery?.parts ?? []).flatMap((part) => part.media ?? [])
  if (first && others.length > 0) return { sources: stillsOf(first), sizes: pictureSizes.tile }
  const isPicture = mediaType === 'image' || mediaType === 'video'
  return { sources: media && isPicture ? stillsOf(media) : [], sizes: pictureSizes.card }
}
