import type { Media } from '@touchline/contract/media.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { lazy, Suspense, type SyntheticEvent, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { PostPicture } from './post-picture.tsx'

const PostAnimation = lazy(async () => ({ default: (await import('./post-animation.tsx')).PostAnimation }))
const UnreadyMedia = lazy(async () => ({ default: (await import('./unready-media.tsx')).UnreadyMedia }))

type Props = { post: Post; isFirst: boolean }

function toBackground(placeholder: string | null | undefined) {
  if (!placeholder) return {}
  const bytes = Uint8Array.from(atob(placeholder), (letter) => letter.charCodeAt(0))
  return { backgroundImage: `url(${thumbHashToDataURL(bytes)})`, backgroundSize: 'cover' }
}

/** One thing plays at a time. */
function pauseOthers({ currentTarget }: SyntheticEvent<HTMLMediaElement>) {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio')) {
    if (other !== currentTarget) other.pause()
  }
}

/** The still of a video in a width that serves every screen: a poster has no choice of sizes. */
const posterOf = ({ poster }: Media) => poster.findLast(({ width }) => width <= 1080)?.url

function Notice({ children }: { children: string }) {
  return (
    <p
      role="note"
      className="grid aspect-video place-items-center bg-bench p-6 text-center text-sm text-muted"
    >
      {children}
    </p>
  )
}

/** The picture, video or recording of a post, in a frame that has its final size from the start. */
export function PostMedia({ post, isFirst }: Props) {
  const [isUnplayable, setUnplayable] = useState(false)
  const { media, mediaType } = post
  if (post.status !== 'ready')
    return (
      <Suspense fallback={null}>
        <UnreadyMedia post={post} />
      </Suspense>
    )
  if (!media || mediaType === 'text') return null
  const what = post.mediaAlt || post.title || `Post by ${post.creator.firstName ?? 'the creator'}`
  if (isUnplayable) return <Notice>Your browser cannot play this file.</Notice>

  const player = {
    controls: true,
    controlsList: 'nodownload',
    preload: media.placeholder ? 'none' : 'metadata',
    onPlay: pauseOthers,
    onError: () => setUnplayable(true),
    // Without a poster the first picture of the video stands in: the fragment makes browsers draw it.
    src: mediaType === 'video' && !media.placeholder ? `${media.url}#t=0.001` : media.url,
  } as const
  // The contract knows no captions yet, so there is no track to offer.
  // oxlint-disable jsx-a11y/media-has-caption
  if (mediaType === 'audio')
    return <audio {...player} aria-label={`Recording: ${what}`} className="w-full bg-bench px-4 py-3" />

  const isVideo = mediaType === 'video'
  const aspectRatio = `${media.width ?? 16} / ${media.height ?? 9}`
  return (
    <div
      className="relative max-h-[80svh] min-h-40 w-full overflow-hidden bg-bench"
      style={{ aspectRatio, ...toBackground(media.placeholder) }}
    >
      {isVideo ? (
        <video
          {...player}
          playsInline
          poster={posterOf(media)}
          aria-label={`Video: ${what}`}
          className="absolute inset-0 size-full object-contain"
        />
      ) : (
        <PostPicture media={media} alt={what} isFirst={isFirst} />
      )}
      {media.animationUrl ? (
        <Suspense fallback={null}>
          <PostAnimation url={media.animationUrl} name={what} />
        </Suspense>
      ) : null}
    </div>
  )
}
