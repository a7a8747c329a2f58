import type { Part } from '@touchline/contract/media.ts'

const names = { image: 'Picture', video: 'Video', audio: 'Recording' } as const

export const partName = ({ mediaType }: Pick<Part, 'mediaType'>) => names[mediaType]

/** Whether a file is still being processed, why it failed, or why a picture does not move. */
export function PartStatus({ part }: { part: Part }) {
  return (
    <div aria-live="polite" className="text-sm">
      {part.status === 'processing' ? (
        <p className="text-muted">
          {partName(part)}: still being processed. You can keep writing, schedule it or publish it in the
          meantime.
        </p>
      ) : part.status === 'failed' ? (
        <p className="text-dismissal">{part.problem ?? 'This file could not be prepared.'}</p>
      ) : part.problem ? (
        <p className="text-muted">It is shown as a still picture. {part.problem}</p>
      ) : null}
    </div>
  )
}
