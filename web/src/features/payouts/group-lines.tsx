import { useInfiniteQuery } from '@tanstack/react-query'
import type { GroupTotal, Line } from '@touchline/contract/payouts.ts'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { longDate } from '#ui/dates.ts'
import { MoreButton } from '#ui/more-button.tsx'
import { groupText, inDollars, inPercent } from './payout-text.ts'
import { linesQuery } from './requests.ts'

/** `printed`: all lines for printing; without it, the lines on screen are printed. */
type Props = { statementId: string; total: GroupTotal; printed?: Line[] | undefined }

/** A group of a statement with count and sum; expands to show its lines. */
export function GroupLines({ statementId, total: { group, count, amountCents }, printed }: Props) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  return (
    <div className="py-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-2 py-1 text-left"
      >
        <ChevronDown size={16} aria-hidden className={isOpen ? 'rotate-180 print:hidden' : 'print:hidden'} />
        <span>
          {groupText[group]}{' '}
          <span className="text-sm text-muted">
            ({count} {count === 1 ? 'line' : 'lines'})
          </span>
        </span>
        <span className="board ml-auto">{inDollars(amountCents)}</span>
      </button>
      {isOpen ? (
        <div className={printed ? 'print:hidden' : undefined}>
          <Lines id={listId} statementId={statementId} group={group} />
        </div>
      ) : null}
      {printed ? (
        <ul className="mb-3 ml-6 hidden divide-y divide-line text-sm print:block">
          {printed.map((line) => (
            <LineRow key={line.id} line={line} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function Lines({ id, statementId, group }: { id: string; statementId: string; group: GroupTotal['group'] }) {
  const query = useInfiniteQuery(linesQuery(statementId, group))
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <div id={id} aria-live="polite" aria-busy={query.isFetching} className="mb-3 ml-6">
      <ul aria-label={groupText[group]} className="divide-y divide-line text-sm">
        {lines.map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </ul>
      {query.isPending ? <p className="py-2 text-sm text-muted">Loading…</p> : null}
      {query.isError && !query.isFetchNextPageError ? (
        <p className="py-2 text-sm">
          These lines could not be loaded.{' '}
          <Button kind="link" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
      <MoreButton query={query} className="mt-2 print:hidden">
        Show More
      </MoreButton>
    </div>
  )
}

function LineRow({ line: { occurredAt, name, grossCents, shareBasisPoints, amountCents } }: { line: Line }) {
  const paid = grossCents === null ? null : inDollars(grossCents)
  return (
    <li className="flex items-baseline gap-x-3 py-2">
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span className="w-full text-muted sm:w-auto print:w-auto">
          <time dateTime={occurredAt}>{longDate(occurredAt)}</time>
        </span>
        {name ? <bdi className="min-w-0">{name}</bdi> : null}
        {paid ? (
          <span className="text-muted">
            {shareBasisPoints === null ? `of ${paid} paid` : `${inPercent(shareBasisPoints)} of ${paid} paid`}
          </span>
        ) : null}
      </span>
      <span className="board shrink-0">{inDollars(amountCents)}</span>
    </li>
  )
}
