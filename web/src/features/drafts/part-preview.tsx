import type { Part } from '@touchline/contract/media.ts'
import { AudioLines, Film, Image } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { fileKind } from '#ui/chosen-file.ts'
import { showingFile } from '#ui/showing-file.ts'
import type { SendingFile } from './send-files.ts'

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

const tile =
  'relative grid size-16 shrink-0 place-items-center overflow-hidden rounded-control bg-pitch text-muted'

/** A file on its way, with the share that has arrived. */
export function SendingThumbnail({ file: { upload, bytes } }: { file: SendingFile }) {
  const kind = fileKind(upload.file) ?? 'image'
  const Icon = icons[kind]
  return (
    <div className={tile}>
      {kind === 'image' ? (
        <img
          ref={showingFile(upload.file)}
          alt=""
          className="absolute inset-0 size-full object-cover"
          style={{ opacity: 0.5 }}
        />
      ) : (
        <Icon size={20} aria-hidden />
      )}
      <span className="board relative text-xs text-chalk">
        {Math.floor((bytes / Math.max(1, upload.file.size)) * 100)}%
      </span>
    </div>
  )
}

/** One of several files of a draft. */
export function PartThumbnail({ part: { media, mediaType } }: { part: Part }) {
  const still = media && (media.poster[0] ?? media.sources[0])
  const Icon = icons[mediaType]
  return (
    <div className={tile}>
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
