import type { MediaHealth } from '@touchline/contract/media-health.ts'
import { TryAgainButton } from '#session/try-again-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { mediaNames } from './media-names.ts'
import { useTryAgain } from './requests.ts'

/** A file that was given up, with why and another try. */
export function FailedFile({ file }: { file: MediaHealth['failed'][number] }) {
  const { id, kind, problem, isShown, createdAt } = file
  const again = useTryAgain(id)
  return (
    <article className="surface grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <Badge look={isShown ? 'caution' : 'dismissal'}>{mediaNames[kind]}</Badge>
        <RelativeTime at={createdAt} />
      </div>
      <p className="wrap-anywhere">{problem}</p>
      <p className="text-sm text-muted">
        {isShown
          ? kind === 'image'
            ? 'Members see its first picture, which does not move.'
            : 'Members can play it, in one quality only.'
          : 'Its post is not published; its creator sees the reason there.'}
      </p>
      <div>
        <TryAgainButton again={again} problem="The file could not be tried again. Please try again." />
      </div>
    </article>
  )
}
