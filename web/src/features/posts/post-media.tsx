import { pictureSizes, stillsOf } from '@touchline/contract/first-picture.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { lazy, type ReactNode } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { afterFirstContent } from '#ui/first-content.ts'
import { Later } from '#ui/later.tsx'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { galleryGrid, galleryPlace, shownParts } from './gallery-grid.ts'
import { mediaName } from './post-name.ts'
import { PostPicture } from './post-picture.tsx'

const OpenedMedia = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./opened-media.tsx')).OpenedMedia })),
)

type Props = { post: Post; isFirst: boolean }

function useBackground() {
  const isHydrated = useIsHydrated()
  return (placeholder: string | null) => (isHydrated && placeholder ? toBackground(placeholder) : {})
}

function toBackground(placeholder: string) {
  const bytes = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0))
  return { backgroundImage: `url(${thumbHashToDataURL(bytes)})`, backgroundSize: 'cover' }
}

/** The first pictures of a gallery. `OpenedMedia` lays its buttons over them in the same grid. */
function Gallery({ post, isFirst, children }: Props & { children: ReactNode }) {
  const backgroundOf = useBackground()
  const shown = shownParts(post)
  return (
    <div className="relative w-full overflow-hidden bg-bench">
      <div style={galleryGrid(shown.length)}>
        {shown.map(({ id, media, mediaAlt }, index) => (
          <div
            key={id}
            className="relative overflow-hidden"
            style={{ ...galleryPlace(shown.length, index), ...backgroundOf(media.placeholder) }}
          >
            {stillsOf(media).length > 0 ? (
              <PostPicture
                media={media}
                sources={stillsOf(media)}
                alt={mediaAlt ?? ''}
                isFirst={isFirst && index === 0}
                sizes={pictureSizes.tile}
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
  const backgroundOf = useBackground()
  const { media, mediaType } = post
  if (mediaType === 'text') return null
  const opened = (
    <Later>
      <OpenedMedia post={post} />
    </Later>
  )
  if (media && shownParts(post).length > 1)
    return (
      <Gallery post={post} isFirst={isFirst}>
        {opened}
      </Gallery>
    )
  if (!media || mediaType === 'audio') return <div className="min-h-33 bg-bench">{opened}</div>
  const isVideo = mediaType === 'video'
  const sources = stillsOf(media)
  // The poster needs no alt text, because the play button has a label.
  return (
    <div
      className="relative max-h-[80svh] min-h-40 w-full overflow-hidden bg-bench"
      style={{
        aspectRatio: `${media.width ?? 16} / ${media.height ?? 9}`,
        ...backgroundOf(media.placeholder),
      }}
    >
      {sources.length > 0 ? (
        <PostPicture media={media} sources={sources} alt={isVideo ? '' : mediaName(post)} isFirst={isFirst} />
      ) : null}
      {opened}
    </div>
  )
}
