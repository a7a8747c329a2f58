import type { Post } from '@touchline/contract/posts.ts'
import { lazy, Suspense } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { PostPicture } from './post-picture.tsx'

const UnreadyMedia = lazy(async () => ({ default: (await import('./unready-media.tsx')).UnreadyMedia }))
const Film = lazy(async () => ({ default: (await import('#player/film.tsx')).Film }))
const Recording = lazy(async () => ({ default: (await import('#player/recording.tsx')).Recording }))
const PictureOpener = lazy(async () => ({ default: (await import('./picture-opener.tsx')).PictureOpener }))

type Props = { post: Post; isFirst: boolean }

function toBackground(placeholder: string | null | undefined) {
  if (!placeholder) return {}
  const bytes = Uint8Array.from(atob(placeholder), (letter) => letter.charCodeAt(0))
  return { backgroundImage: `url(${thumbHashToDataURL(bytes)})`, backgroundSize: 'cover' }
}

/** The picture, video or recording of a post, in a frame that has its final size from the start. */
export function PostMedia({ post, isFirst }: Props) {
  const { media, mediaType } = post
  if (post.status !== 'ready')
    return (
      <Suspense fallback={null}>
        <UnreadyMedia post={post} />
      </Suspense>
    )
  if (!media || mediaType === 'text') return null
  const name = post.mediaAlt || post.title || `Post by ${post.creator.firstName ?? 'the creator'}`
  const shown = { postId: post.id, media, name }
  if (mediaType === 'audio')
    return (
      <div className="min-h-33 bg-bench">
        <Suspense fallback={null}>
          <Recording {...shown} />
        </Suspense>
      </div>
    )

  const isVideo = mediaType === 'video'
  const { poster, sources } = media
  const aspectRatio = `${media.width ?? 16} / ${media.height ?? 9}`
  return (
    <div
      className="relative max-h-[80svh] min-h-40 w-full overflow-hidden bg-bench"
      style={{ aspectRatio, ...toBackground(media.placeholder) }}
    >
      {!isVideo ? (
        <PostPicture media={media} sources={sources} src={media.url} alt={name} isFirst={isFirst} />
      ) : poster.length > 0 ? (
        <PostPicture media={media} sources={poster} src={poster.at(-1)?.url} alt="" isFirst={isFirst} />
      ) : null}
      <Suspense fallback={null}>{isVideo ? <Film {...shown} /> : <PictureOpener {...shown} />}</Suspense>
    </div>
  )
}
