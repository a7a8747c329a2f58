import type { Media } from '@touchline/contract/media.ts'

type Props = {
  media: Pick<Media, 'width' | 'height'>
  sources: Media['sources']
  alt: string
  isFirst: boolean
}
type Source = Media['sources'][number]

// The width of a card in the feed: the column, or the screen without its margins.
const sizes = '(min-width: 42rem) 40rem, 100vw'

const toSrcSet = (sources: Source[]) => sources.map(({ url, width }) => `${url} ${width}w`).join(', ')

/** A picture in the size the screen needs, in the first of its formats that the browser knows. */
export function PostPicture({ media, sources: all, alt, isFirst }: Props) {
  const formats = Map.groupBy(all, ({ mimeType }) => mimeType)
  return (
    <picture>
      {[...formats].map(([mimeType, sources]) => (
        <source key={mimeType} type={mimeType} srcSet={toSrcSet(sources)} sizes={sizes} />
      ))}
      <img
        src={all.at(-1)?.url}
        width={media.width ?? undefined}
        height={media.height ?? undefined}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className="absolute inset-0 size-full object-contain"
      />
    </picture>
  )
}
