import type { Rehearsal } from '@touchline/contract/simulator.ts'
import { Card } from '#ui/card.tsx'
import { longDate } from '#ui/dates.ts'

/** The letters written last, without what they say. */
export function LettersPanel({ letters }: Pick<Rehearsal, 'letters'>) {
  return (
    <Card aria-labelledby="letters-title">
      <h2 id="letters-title" className="text-xl">
        Latest emails
      </h2>
      {letters.length === 0 ? (
        <p className="mt-3 text-sm text-muted">No email has been written yet.</p>
      ) : null}
      <ul className="mt-3 divide-y divide-line">
        {letters.map(({ to, subject, writtenAt }) => (
          <li key={`${writtenAt} ${to} ${subject}`} className="py-2 text-sm">
            <p className="font-semibold">{subject}</p>
            <p className="wrap-anywhere text-muted">
              {to}, <time dateTime={writtenAt}>{longDate(writtenAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
