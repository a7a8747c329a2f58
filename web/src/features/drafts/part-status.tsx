import type { Part } from '@touchline/contract/media.ts'

const names = { image: 'Picture', video: 'Video', audio: 'Recording' } as const

export const partName = ({ mediaType }: Pick<Part, 'mediaType'>) => names[mediaType]

/** Whether a file is still being processed, or why it failed. */
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
      ) : null}
    </div>
  )
}
