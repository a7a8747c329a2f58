import { useQuery } from '@tanstack/react-query'
import type { BalanceCheck } from '@touchline/contract/ledger.ts'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { exactTime } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { formatSide } from './money.ts'
import { lastBooks, useCheckBooks } from './requests.ts'

export function BalanceChecksSection() {
  const { data: books } = useQuery(lastBooks)
  const check = useCheckBooks()
  const isExpired = useExpiredSession()
  const checkNow = () =>
    check.mutate(undefined, {
      onError(error) {
        if (isExpired(error)) return
        const description = errorMessage(error, 'The books could not be checked. Please try again.')
        toast({ title: 'Not checked', description, kind: 'destructive' })
      },
    })
  return (
    <section aria-labelledby="balance-checks-title" className="mt-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="balance-checks-title" className="text-2xl">
            Do the books add up?
          </h2>
          <output className="mt-1 block min-h-6 text-muted">
            {books ? verdict(books.checkedAt, books.equations) : null}
          </output>
        </div>
        <Button disabled={check.isPending} onClick={checkNow}>
          {check.isPending ? 'Checking...' : 'Check Now'}
        </Button>
      </div>
      {books ? <BalanceChecks checks={books.equations} /> : <Skeleton className="mt-5 h-72" />}
    </section>
  )
}

function verdict(checkedAt: string | null, equations: BalanceCheck[]) {
  if (checkedAt === null)
    return 'Not checked yet. The books are checked every night, and whenever you press Check Now.'
  const failed = equations.filter(({ holds }) => !holds).length
  const when = exactTime(checkedAt)
  return failed === 0
    ? `All ${equations.length} balance checks pass. Checked ${when}.`
    : `${failed} of ${equations.length} balance checks ${failed === 1 ? 'fails' : 'fail'}. Checked ${when}.`
}

function BalanceChecks({ checks }: { checks: BalanceCheck[] }) {
  if (checks.length === 0)
    return (
      <div className="mt-5">
        <EmptyState title="Not checked yet">
          Press Check Now: every movement at the payment provider is compared with the books.
        </EmptyState>
      </div>
    )
  return (
    <ol className="mt-5 grid grid-cols-1 gap-3 md:grid-cols-2">
      {checks.map((check) => (
        <li key={check.number} className="surface flex flex-col gap-3 p-4 sm:p-5">
          <div className="flex items-start justify-between gap-3">
            <h3 className="text-base">{check.name}</h3>
            <Badge look={check.holds ? 'turf' : 'dismissal'}>{check.holds ? 'Passed' : 'Failed'}</Badge>
          </div>
          <Sides check={check} />
          <Rows check={check} />
        </li>
      ))}
    </ol>
  )
}

function Sides({ check: { left, right, difference, unit } }: { check: BalanceCheck }) {
  const sides = [left, right, ...(difference === 0 ? [] : [{ label: 'Difference', value: difference }])]
  return (
    <dl className="mt-auto grid gap-1 text-sm">
      {sides.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="board">{formatSide(value, unit)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Rows({ check: { rows } }: { check: BalanceCheck }) {
  if (rows.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="font-semibold">Violations ({rows.length})</summary>
      <ul className="mt-2 grid gap-2">
        {rows.map(({ id, note }) => (
          <li key={`${id}${note}`} className="wrap-anywhere text-muted">
            <span className="board text-xs break-all text-chalk">{id}</span> {note}
          </li>
        ))}
      </ul>
    </details>
  )
}
