import type { Part } from '@touchline/contract/media.ts'
import { AudioLines, Film, Image } from 'lucide-react'
import { lazy, Suspense } from 'react'

const PlainFilm = lazy(async () => ({ default: (await import('#player/plain-film.tsx')).PlainFilm }))

const icons = { image: Image, video: Film, audio: AudioLines } as const

/** The only file of a draft, large enough to check it. */
export function PartPreview({ part: { media, mediaType, mediaAlt } }: { part: Part }) {
  if (!media) return null
  if (mediaType === 'image')
    return (
      <img
        src={media.sources.find(({ width }) => width >= 640)?.url ?? media.url}
        alt={mediaAlt || 'Your picture'}
        className="max-h-72 w-full rounded-control object-contain"
      />
    )
  if (mediaType === 'video')
    return (
      <Suspense fallback={null}>
        <PlainFilm media={media} name={mediaAlt || 'Your video'} />
      </Suspense>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was just uploaded has no captions yet
    <audio controls preload="none" src={media.url} aria-label="Your recording" className="w-full" />
  )
}

/** One of several files of a draft. */
export function PartThumbnail({ part: { media, mediaType } }: { part: Part }) {
  const still = media && (media.poster[0] ?? media.sources[0])
  const Icon = icons[mediaType]
  return (
    <div className="relative grid size-16 shrink-0 place-items-center overflow-hidden rounded-control bg-pitch text-muted">
      {still ? (
        <img
          src={still.url}
          alt=""
          loading="lazy"
          draggable={false}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <Icon size={20} aria-hidden />
      )}
    </div>
  )
}
