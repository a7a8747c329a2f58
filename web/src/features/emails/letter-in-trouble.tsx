import type { Letter } from '@touchline/contract/emails.ts'
import { TryAgainButton } from '#session/try-again-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { localTime } from '#ui/dates.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { useTryLetterAgain } from './requests.ts'

/** A letter that could not be sent, with why and another try. */
export function LetterInTrouble({ letter, isGivenUp }: { letter: Letter; isGivenUp: boolean }) {
  const { id, to, subject, attempts, problem, writtenAt, nextTryAt } = letter
  const again = useTryLetterAgain(id)
  return (
    <article aria-label={`${subject}, to ${to}`} className="surface grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <Badge look={isGivenUp ? 'dismissal' : 'caution'}>{isGivenUp ? 'Given up' : 'Waiting'}</Badge>
        <RelativeTime at={writtenAt} />
      </div>
      <p className="wrap-anywhere">
        <span className="font-semibold">{subject}</span> to {to}
      </p>
      <p className="text-sm wrap-anywhere text-muted">{problem ?? 'Not tried yet.'}</p>
      <p className="text-sm text-muted">
        {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}
        {!isGivenUp && nextTryAt ? `; the next try is on ${localTime(nextTryAt)}.` : '.'}
      </p>
      {nextTryAt ? (
        <div>
          <TryAgainButton again={again} problem="The email could not be sent again. Please try again." />
        </div>
      ) : (
        <p className="text-sm text-muted">
          It holds a secret link, so its text is not stored here. The site tries again by itself for some
          hours.
        </p>
      )}
    </article>
  )
}
