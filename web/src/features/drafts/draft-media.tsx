import type { Draft } from '@touchline/contract/drafts.ts'
import { lazy, Suspense } from 'react'
import { Button } from '#ui/button.tsx'

const PlainFilm = lazy(async () => ({ default: (await import('#player/plain-film.tsx')).PlainFilm }))

type Props = { draft: Draft; isBusy: boolean; onRemove: () => void; onTryAgain: () => void }

const names = { image: 'Picture', video: 'Video', audio: 'Recording', text: 'File' } as const

export function DraftMedia({ draft, isBusy, onRemove, onTryAgain }: Props) {
  const { media, mediaType, status, mediaAlt, problem } = draft
  const name = names[mediaType]
  return (
    <div className="grid grid-cols-1 gap-3 rounded-control bg-bench p-3">
      <div aria-live="polite">
        {media && mediaType === 'image' ? (
          <img
            src={media.sources.find(({ width }) => width >= 640)?.url ?? media.url}
            alt={mediaAlt || 'Your picture'}
            className="max-h-72 w-full rounded-control object-contain"
          />
        ) : null}
        {media && mediaType === 'video' ? (
          <Suspense fallback={null}>
            <PlainFilm media={media} name={mediaAlt || 'Your video'} />
          </Suspense>
        ) : null}
        {media && mediaType === 'audio' ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was just uploaded has no captions yet
          <audio controls preload="none" src={media.url} aria-label="Your recording" className="w-full" />
        ) : null}
        {status === 'processing' ? (
          <p className="text-sm text-muted">
            {name}: still being processed. You can keep writing, schedule it or publish it in the meantime.
          </p>
        ) : null}
        {status === 'failed' ? (
          <p className="text-sm text-dismissal">{problem ?? 'This file could not be prepared.'}</p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {status === 'failed' ? (
          <Button kind="outline" disabled={isBusy} onClick={onTryAgain}>
            Try Again
          </Button>
        ) : null}
        <Button kind="quiet" disabled={isBusy} onClick={onRemove}>
          Remove {name}
        </Button>
      </div>
    </div>
  )
}
