import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { Play } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Film } from '#player/film.tsx'
import type { Author } from '#player/player-props.ts'
import { Recording } from '#player/recording.tsx'
import { galleryGrid, galleryPlace, readyParts, shownParts } from './gallery-grid.ts'
import type { LightboxItem } from './lightbox.tsx'
import { postName } from './post-name.ts'
import { PostAnimation } from './post-animation.tsx'
import { singlePost } from './requests.ts'
import { useAuthor } from './use-author.ts'
import { isStarted, useStart } from './use-start.ts'
import { UnreadyParts } from './unready-parts.tsx'

const fetchLightbox = async () => ({ default: (await import('./lightbox.tsx')).Lightbox })

const Lightbox = lazy(fetchLightbox)

const prepare = () => void fetchLightbox()

const kinds = { image: 'picture', video: 'video', audio: 'recording' } as const

function itemsOf(post: Post, by: Author, started: ReturnType<typeof useStart>): LightboxItem[] {
  return readyParts(post).map(({ id, media, mediaAlt, mediaType }) => {
    const name = mediaAlt || postName(post)
    const start = isStarted(started, id) ? started : undefined
    const playing = { postId: post.id, partId: id, media, name, by, start }
    const played =
      mediaType === 'video' ? (
        <Film key={id} {...playing} description={null} />
      ) : mediaType === 'audio' ? (
        <Recording key={id} {...playing} />
      ) : media.animationUrl ? (
        <PostAnimation key={id} url={media.animationUrl} name={name} />
      ) : undefined
    return { media, name, played }
  })
}

/** Shows all parts. A list has the first ones only; the others are fetched when the viewer opens. */
function GalleryLightbox({ post, at, onClose }: { post: Post; at: number; onClose: () => void }) {
  const client = useQueryClient()
  const { gallery } = post
  // An offline copy has all parts, under addresses of its own.
  const lacksParts = gallery !== null && gallery.parts.length < gallery.count
  const { data, isPlaceholderData } = useQuery({
    ...singlePost(client, post.id),
    enabled: lacksParts,
    throwOnError: false,
  })
  // An edit must not end what is being watched: what was opened stays until it is closed.
  const [opened, setOpened] = useState(lacksParts ? null : post)
  if (!opened && !isPlaceholderData && data?.gallery) setOpened(data)
  const items = itemsOf(opened ?? post, useAuthor(post), useStart())
  const count = Math.max(items.length, readyCount(post))
  return <Lightbox items={items} count={count} startAt={at} onClose={onClose} />
}

const readyCount = ({ gallery }: Post) =>
  (gallery?.count ?? 0) - (gallery?.parts.filter(({ media }) => media === null).length ?? 0)

/** The buttons over the pictures of a gallery; `children` is the only part when the others are not ready. */
export function OpenedGallery({ post, children }: { post: Post; children: ReactNode }) {
  const [chosen, setOpen] = useState<number | null>()
  const start = useStart()
  const started = start ? readyParts(post).findIndex(({ id }) => isStarted(start, id)) : -1
  const open = chosen === undefined && started >= 0 ? started : (chosen ?? null)
  const shown = shownParts(post)
  const count = readyCount(post)
  if (shown.length < 2)
    return (
      <>
        {children}
        <div className="absolute inset-x-0 bottom-0">
          <UnreadyParts post={post} />
        </div>
      </>
    )
  return (
    <>
      <div className="absolute" style={galleryGrid(shown.length)}>
        {shown.map(({ id, mediaAlt, mediaType }, index) => {
          const more = index === shown.length - 1 ? count - shown.length : 0
          return (
            <button
              key={id}
              type="button"
              aria-haspopup="dialog"
              aria-label={`Open ${kinds[mediaType]} ${index + 1} of ${count}${mediaAlt ? `: ${mediaAlt}` : ''}`}
              className="relative grid cursor-zoom-in place-items-center outline-offset-[-4px]!"
              style={galleryPlace(shown.length, index)}
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={() => setOpen(index)}
            >
              {more > 0 ? (
                <span className="absolute inset-0 grid place-items-center bg-black/75 text-3xl font-semibold text-white">
                  +{more}
                </span>
              ) : mediaType === 'image' ? null : (
                <span className="grid size-11 place-items-center rounded-full bg-black/75 text-white">
                  <Play size={20} aria-hidden />
                </span>
              )}
            </button>
          )
        })}
      </div>
      <UnreadyParts post={post} />
      {open === null ? null : (
        <Suspense fallback={null}>
          <GalleryLightbox post={post} at={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
