import type { Media } from '@touchline/contract/media.ts'

type Props = { media: Media; alt: string; isFirst: boolean }

// The width of a card in the feed: the column, or the screen without its margins.
const sizes = '(min-width: 42rem) 40rem, 100vw'

/** A picture in the size the screen needs. */
export function PostPicture({ media, alt, isFirst }: Props) {
  return (
    <img
      src={media.url}
      srcSet={media.sources.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
      sizes={media.sources.length > 0 ? sizes : undefined}
      width={media.width ?? undefined}
      height={media.height ?? undefined}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      className="absolute inset-0 size-full object-contain"
    />
  )
}
