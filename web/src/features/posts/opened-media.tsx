import type { Post } from '@touchline/contract/posts.ts'
import { Film } from '#player/film.tsx'
import { Recording } from '#player/recording.tsx'
import { PostAnimation } from './post-animation.tsx'
import { useAuthor } from './use-author.ts'
import { mediaName, playedName } from './post-name.ts'
import { isStarted, useStart } from './use-start.ts'
import { UnreadyMedia } from './unready-media.tsx'
import type { Media } from '@touchline/contract/media.ts'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'

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

/** The id in the address of a file. */
const fileOf = ({ url }: Media) => url.split('/')[2]

/** An offline copy has the file under an address of its own. */
const partOf = (media: Media) => (media.url.startsWith('/') ? fileOf(media) : undefined)

const filesOf = ({ media, gallery }: Post) =>
  (gallery?.parts.map((part) => part.media) ?? [media]).map((one) => one && fileOf(one))

/** Whether an edit has taken away one of the files. */
const isReplaced = (before: Post, now: Post) => filesOf(before).some((file) => !filesOf(now).includes(file))

/** Shows the files of a post. What is being played goes on when an edit replaces it, until it ends. */
export function OpenedMedia({ post }: { post: Post }) {
  const [played, setPlayed] = useState<Post | null>(null)
  const isOutdated = played !== null && isReplaced(played, post)
  const shown =
    played && isOutdated
      ? { ...post, media: played.media, mediaType: played.mediaType, gallery: played.gallery }
      : post
  return (
    <div
      style={{ display: 'contents' }}
      onPlayCapture={({ target }) => {
        // An animated picture plays by itself.
        if (target instanceof HTMLMediaElement && !target.loop) setPlayed((before) => before ?? post)
      }}
      onEndedCapture={() => setPlayed(null)}
    >
      <ShownMedia post={shown} />
      {isOutdated ? (
        <output className="absolute inset-x-0 top-0 z-10 flex flex-wrap items-center gap-x-3 bg-black/75 px-4 text-sm text-white">
          This has been replaced since you began.
          <Button kind="link" className="min-h-11! text-white!" onClick={() => setPlayed(null)}>
            Show the new one
          </Button>
        </output>
      ) : null}
    </div>
  )
}

function ShownMedia({ post }: { post: Post }) {
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
  const { id, media, mediaType, status, content } = post
  const by = useAuthor(post)
  const start = useStart()
  if (status !== 'ready' || !media) return <UnreadyMedia post={post} />
  const partId = partOf(media)
  const played = {
    postId: id,
    partId,
    media,
    name: playedName(post),
    by,
    text: content,
    start: isStarted(start, partId) ? start : undefined,
  }
  if (mediaType === 'audio') return <Recording key={fileOf(media)} {...played} />
  if (mediaType === 'video')
    return <Film key={fileOf(media)} {...played} description={post.title ? post.mediaAlt : null} />
  const { animationUrl } = media
  const name = mediaName(post)
  if (animationUrl) return <PostAnimation url={animationUrl} name={name} />
  return <PictureOpener media={media} name={name} />
}
