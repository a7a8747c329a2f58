import type { Post } from '@touchline/contract/posts.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { afterFirstContent, useFirstContent } from '#ui/first-content.ts'
import { galleryGrid, galleryPlace, shownParts } from './gallery-grid.ts'
import { mediaName } from './post-name.ts'
import type { Media } from '@touchline/contract/media.ts'
import { PictureSources } from './picture-sources.tsx'

type PictureProps = {
  media: Pick<Media, 'width' | 'height'>
  sources: Media['sources']
  alt: string
  isFirst: boolean
  sizes?: string
  /** Fills the frame and is cut where it does not fit. */
  isCut?: boolean
}

// The width of a card in the feed.
const cardSizes = '(min-width: 64rem) 47rem, (min-width: 40rem) calc(100vw - 3rem), calc(100vw - 2rem)'
const tileSizes = '(min-width: 64rem) 24rem, 50vw'

function PostPicture({ media, sources, alt, isFirst, sizes = cardSizes, isCut = false }: PictureProps) {
  const [isOnItsWay, setOnItsWay] = useState(isFirst)
  useFirstContent(isOnItsWay)
  const end = () => setOnItsWay(false)
  return (
    <picture>
      <PictureSources sources={sources} sizes={sizes} />
      <img
        src={sources.at(-1)?.url}
        width={media.width ?? undefined}
        height={media.height ?? undefined}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        onLoad={end}
        onError={end}
        className={`absolute inset-0 size-full ${isCut ? 'object-cover' : 'object-contain'}`}
      />
    </picture>
  )
}

const OpenedMedia = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./opened-media.tsx')).OpenedMedia })),
)

type Props = { post: Post; isFirst: boolean }

function toBackground(placeholder: string | null) {
  if (!placeholder) return {}
  const bytes = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0))
  return { backgroundImage: `url(${thumbHashToDataURL(bytes)})`, backgroundSize: 'cover' }
}

const stillsOf = ({ poster, sources }: Media) => (poster.length > 0 ? poster : sources)

/** The first pictures of a gallery. `OpenedMedia` lays its buttons over them in the same grid. */
function Gallery({ post, isFirst, children }: Props & { children: ReactNode }) {
  const shown = shownParts(post)
  return (
    <div className="relative w-full overflow-hidden bg-bench" style={{ aspectRatio: '4 / 3' }}>
      <div style={galleryGrid(shown.length)}>
        {shown.map(({ id, media, mediaAlt }, index) => (
          <div
            key={id}
            className="relative overflow-hidden"
            style={{ ...galleryPlace(shown.length, index), ...toBackground(media.placeholder) }}
          >
            {stillsOf(media).length > 0 ? (
              <PostPicture
                media={media}
                sources={stillsOf(media)}
                alt={mediaAlt ?? ''}
                isFirst={isFirst && index === 0}
                sizes={tileSizes}
                isCut
              />
            ) : null}
          </div>
        ))}
      </div>
      {children}
    </div>
  )
}

export function PostMedia({ post, isFirst }: Props) {
  const { media, mediaType } = post
  if (mediaType === 'text') return null
  const opened = (
    <Suspense fallback={null}>
      <OpenedMedia post={post} />
    </Suspense>
  )
  if (media && shownParts(post).length > 1)
    return (
      <Gallery post={post} isFirst={isFirst}>
        {opened}
      </Gallery>
    )
  if (!media || mediaType === 'audio') return <div className="min-h-33 bg-bench">{opened}</div>
  const isVideo = mediaType === 'video'
  const sources = isVideo ? media.poster : media.sources
  // The poster needs no alt text, because the play button has a label.
  return (
    <div
      className="relative max-h-[80svh] min-h-40 w-full overflow-hidden bg-bench"
      style={{
        aspectRatio: `${media.width ?? 16} / ${media.height ?? 9}`,
        ...toBackground(media.placeholder),
      }}
    >
      {sources.length > 0 ? (
        <PostPicture media={media} sources={sources} alt={isVideo ? '' : mediaName(post)} isFirst={isFirst} />
      ) : null}
      {opened}
    </div>
  )
}
