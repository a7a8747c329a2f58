import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { OpenRemoval } from '@touchline/contract/two-factor.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { CancelRemovalButton } from './cancel-removal-button.tsx'
import { openRemovalsQuery } from './requests.ts'

/** Lost second steps that an admin asked to replace; nothing while there are none. */
export function OpenRemovals() {
  const { data } = useQuery(openRemovalsQuery)
  if (!data || data.length === 0) return null
  return (
    <Card aria-labelledby="open-removals" className="mb-6">
      <h3 id="open-removals" className="lettering">
        Lost Second Steps
      </h3>
      <ul className="mt-3 grid grid-cols-1 divide-y divide-line">
        {data.map((removal) => (
          <RemovalItem key={removal.personId} removal={removal} />
        ))}
      </ul>
    </Card>
  )
}

function RemovalItem({ removal }: { removal: OpenRemoval }) {
  const { personId, name, askedBy, reason, dueAt, isReady } = removal
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="grid min-w-0 gap-1">
        <Link
          to={paths.adminPerson}
          params={{ personId }}
          className="justify-self-start font-semibold wrap-anywhere underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf"
        >
          <bdi>{name}</bdi>
        </Link>
        {reason ? <p dir="auto">“{reason}”</p> : null}
        <p className="text-sm text-muted">
          {askedBy ? (
            <>
              asked by <bdi>{askedBy}</bdi> ·{' '}
            </>
          ) : null}
          {isReady ? 'can sign in with the emailed link since ' : 'can be replaced from '}
          <time dateTime={dueAt}>{localTime(dueAt)}</time>
        </p>
      </div>
      <CancelRemovalButton personId={personId} />
    </li>
  )
}
