import type { Media } from '@touchline/contract/media.ts'
import { useState } from 'react'
import { FilmStart } from './film-start.tsx'
import { useSource } from './use-source.ts'

/** A video with the browser's controls, for the person who uploaded it: nothing counts as watched. */
export function PlainFilm({ media, name }: { media: Media; name: string }) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const { source, open } = useSource(video, media)
  return (
    <div className="relative grid min-h-40 place-items-center overflow-hidden rounded-control bg-pitch">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what was just uploaded has no captions yet */}
      <video
        ref={setVideo}
        controls={source !== null}
        playsInline
        preload="none"
        poster={media.poster.at(-1)?.url}
        aria-label={name}
        className="max-h-72 w-full"
      />
      {source === null ? (
        <FilmStart name={name} place={0} durationMs={media.durationMs} onStart={open} />
      ) : null}
      {source?.problem ? (
        <p role="alert" className="p-3 text-sm">
          {source.problem}
        </p>
      ) : null}
    </div>
  )
}
