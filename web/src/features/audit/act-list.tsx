import { Link } from '#router/link.tsx'
import type { AuditEntry } from '@touchline/contract/audit.ts'
import { paths } from '#paths.ts'
import { exactTime } from '#ui/dates.ts'
import { actText } from './act-text.ts'

type Party = NonNullable<AuditEntry['actor']>

const PartyLink = ({ party }: { party: Party }) => (
  <Link
    to={paths.adminPerson}
    params={{ personId: party.id }}
    className="font-medium wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-turf"
  >
    <bdi>{party.name || party.email}</bdi>
  </Link>
)

/** `isOfOne`: all entries concern the same person, who is not named again. */
export function ActList({ entries, isOfOne = false }: { entries: AuditEntry[]; isOfOne?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {entries.map(({ id, at, action, actor, person, reason, subject }) => (
        <li key={id} className="grid grid-cols-1 gap-1 py-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{actText(action)}</span>
            {person && !isOfOne ? (
              <>
                {' · about '}
                <PartyLink party={person} />
              </>
            ) : null}
          </p>
          {reason ? <p dir="auto">“{reason}”</p> : null}
          <p className="text-sm wrap-anywhere text-muted">
            {actor ? (
              <>
                by <PartyLink party={actor} />
              </>
            ) : (
              'by the site itself'
            )}
            {' · '}
            <time dateTime={at}>{exactTime(at)}</time>
            {subject && !isOfOne ? (
              <>
                {' · '}
                <span className="board break-all">{subject}</span>
              </>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  )
}
