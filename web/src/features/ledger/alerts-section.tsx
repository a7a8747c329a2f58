import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { Alert } from '@touchline/contract/ledger.ts'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Select } from '#ui/select.tsx'
import { PagedSection } from './paged-section.tsx'
import { type AlertState, alertList, useRetryEvent } from './requests.ts'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { catchLostFocus } from '#ui/focus-return.ts'
import { toast } from '#ui/toast-store.ts'

/** Retries a failed event, which closes the alert. */
function RetryButton({ alert }: { alert: Alert }) {
  const retry = useRetryEvent(alert)
  const isExpired = useExpiredSession()
  // The alert and this button are gone when the response arrives.
  async function send() {
    try {
      await retry.mutateAsync()
      toast({
        title: 'Trying again',
        description: 'If it keeps failing for another three days, a new alert is raised.',
        kind: 'success',
      })
      catchLostFocus()
    } catch (error) {
      if (isExpired(error)) return
      const description = errorMessage(error, 'The event could not be tried again. Please try again.')
      toast({ title: 'Not tried', description, kind: 'destructive' })
    }
  }
  const words = retry.isPending ? 'Trying...' : 'Try Again'
  return (
    <Button
      kind="outline"
      disabled={retry.isPending}
      aria-label={`${words}: ${alert.message}`}
      onClick={() => void send()}
    >
      {words}
    </Button>
  )
}

const ResolveDialog = lazy(async () => ({ default: (await import('./resolve-dialog.tsx')).ResolveDialog }))

export function AlertsSection() {
  const [state, setState] = useState<AlertState>('open')
  const query = useInfiniteQuery(alertList(state))
  return (
    <PagedSection
      title="Alerts"
      control={
        <div className="sm:w-56">
          <Select
            aria-label="Show alerts"
            value={state}
            onChange={({ target }) => setState(target.value === 'resolved' ? 'resolved' : 'open')}
          >
            <option value="open">Open</option>
            <option value="resolved">Resolved</option>
          </Select>
        </div>
      }
      items={query.data?.pages.flatMap((page) => page.alerts)}
      query={query}
      empty={
        state === 'open' ? (
          <EmptyState title="Nothing to look at">
            Differences, refused events and disputes appear here until they are settled.
          </EmptyState>
        ) : (
          <EmptyState title="Nothing resolved yet">Resolved alerts appear here with their notes.</EmptyState>
        )
      }
    >
      {(alert) => <AlertCard alert={alert} />}
    </PagedSection>
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
      <p className="wrap-anywhere">{message}</p>
      {resolvedAt ? (
        <p className="text-sm wrap-anywhere text-muted">
          <span className="font-semibold text-chalk">What was done:</span> {resolution}
        </p>
      ) : (
        <div className="flex flex-wrap gap-3">
          {kind === 'fraud-warning' ? <ShowPayment subject={subject} /> : null}
          {kind === 'webhook-dead' ? <RetryButton alert={alert} /> : null}
          <Button
            kind="outline"
            aria-haspopup="dialog"
            aria-label={`Resolve: ${message}`}
            onClick={() => setOpen(true)}
          >
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

/** Opens the refund dialog of a payment with a fraud warning: refunding early avoids a dispute. */
function ShowPayment({ subject }: { subject: string }) {
  return (
    <Button kind="outline" asChild>
      <Link
        to={paths.books}
        search={{ search: subject, refund: true }}
        hash="payments-title"
        onClick={() => document.getElementById('payments-title')?.focus()}
      >
        Show Payment
      </Link>
    </Button>
  )
}
