import type { Post } from '@touchline/contract/posts.ts'
import { Film } from '#player/film.tsx'
import { Recording } from '#player/recording.tsx'
import { PostAnimation } from './post-animation.tsx'
import { mediaName, playedName } from './post-name.ts'
import { UnreadyMedia } from './unready-media.tsx'
import type { Media } from '@touchline/contract/media.ts'
import { lazy, Suspense, useState } from 'react'

const fetchLightbox = async () => ({ default: (await import('./lightbox.tsx')).Lightbox })

const Lightbox = lazy(fetchLightbox)

const prepare = () => void fetchLightbox()

function PictureOpener({ media, name }: { media: Media; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Open picture: ${name}`}
        className="absolute inset-0 cursor-zoom-in outline-offset-[-4px]!"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <Lightbox items={[{ media, name }]} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

const OpenedGallery = lazy(async () => ({ default: (await import('./opened-gallery.tsx')).OpenedGallery }))

export function OpenedMedia({ post }: { post: Post }) {
  if (post.status === 'ready' && post.gallery)
    return (
      <Suspense fallback={null}>
        <OpenedGallery post={post}>
          <OpenedPart post={{ ...post, gallery: null }} />
        </OpenedGallery>
      </Suspense>
    )
  return <OpenedPart post={post} />
}

function OpenedPart({ post }: { post: Post }) {
  const { id, media, mediaType, status } = post
  if (status !== 'ready' || !media) return <UnreadyMedia post={post} />
  const played = { postId: id, media, name: playedName(post) }
  if (mediaType === 'audio') return <Recording {...played} />
  if (mediaType === 'video')
    return <Film {...played} text={post.content} description={post.title ? post.mediaAlt : null} />
  const { animationUrl } = media
  const name = mediaName(post)
  if (animationUrl) return <PostAnimation url={animationUrl} name={name} />
  return <PictureOpener media={media} name={name} />
}
