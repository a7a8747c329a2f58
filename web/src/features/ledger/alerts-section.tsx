import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Alert } from '@touchline/contract/ledger.ts'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type AlertState, alertList } from './requests.ts'
import { RetryButton } from './retry-button.tsx'

const ResolveDialog = lazy(async () => ({ default: (await import('./resolve-dialog.tsx')).ResolveDialog }))

/** What somebody has to look at, and what was looked at and how it was settled. */
export function AlertsSection() {
  const [state, setState] = useState<AlertState>('open')
  const query = useInfiniteQuery(alertList(state))
  const alerts = query.data?.pages.flatMap((page) => page.alerts)
  return (
    <section aria-labelledby="alerts-title" className="mt-12">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="alerts-title" className="text-2xl">
          Alerts
        </h2>
        <div className="w-full sm:w-56">
          <Select
            aria-label="Show alerts"
            value={state}
            onChange={({ target }) => setState(target.value === 'resolved' ? 'resolved' : 'open')}
          >
            <option value="open">Open</option>
            <option value="resolved">Resolved</option>
          </Select>
        </div>
      </div>
      <div className="mt-5" aria-busy={query.isPlaceholderData}>
        {alerts ? <Alerts alerts={alerts} state={state} /> : <Skeleton className="h-36" />}
      </div>
      {query.hasNextPage ? (
        <div className="mt-5 text-center">
          <Button
            kind="outline"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Load More Alerts'}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Alerts({ alerts, state }: { alerts: Alert[]; state: AlertState }) {
  if (alerts.length === 0)
    return state === 'open' ? (
      <EmptyState title="Nothing to look at">
        Differences, refused events and disputes appear here until they are settled.
      </EmptyState>
    ) : (
      <EmptyState title="Nothing resolved yet">
        What was settled appears here, with what was done about it.
      </EmptyState>
    )
  return (
    <ul className="grid gap-3">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <AlertCard alert={alert} />
        </li>
      ))}
    </ul>
  )
}

const inWords = (kind: string) => kind.replaceAll('-', ' ')

function AlertCard({ alert }: { alert: Alert }) {
  const [isOpen, setOpen] = useState(false)
  const { kind, subject, message, count, lastSeenAt, resolvedAt, resolution } = alert
  return (
    <article className="surface grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <Badge look={resolvedAt ? 'line' : 'caution'}>{inWords(kind)}</Badge>
        <RelativeTime at={lastSeenAt} />
        {count > 1 ? <span className="text-sm text-muted">seen {count} times</span> : null}
      </div>
      <p className="break-words">{message}</p>
      {resolvedAt ? (
        <p className="text-sm break-words text-muted">
          <span className="font-semibold text-chalk">What was done:</span> {resolution}
        </p>
      ) : (
        <div className="flex flex-wrap gap-3">
          {kind === 'fraud-warning' ? (
            <Button kind="outline" asChild>
              <Link to={paths.books} search={{ search: subject }} hash="payments-title">
                Show Payment
              </Link>
            </Button>
          ) : null}
          {kind === 'webhook-dead' ? <RetryButton alert={alert} /> : null}
          <Button kind="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Resolve
          </Button>
        </div>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <ResolveDialog alert={alert} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </article>
  )
}
