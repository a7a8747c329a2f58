import { useInfiniteQuery } from '@tanstack/react-query'
import type { Payment } from '@touchline/contract/ledger.ts'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { formatCents, kindWords, stateWords } from './money.ts'
import { paymentList } from './requests.ts'

const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }))

type Props = { search: string; onSearch: (text: string) => void }

/** The payments in the books that fit a search, newest first, with how each stands and a way to refund it. */
export function PaymentsSection({ search, onSearch }: Props) {
  const query = useInfiniteQuery(paymentList(search))
  const payments = query.data?.pages.flatMap((page) => page.payments)
  return (
    <section aria-labelledby="payments-title" className="mt-12">
      <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[1fr_20rem]">
        <h2 id="payments-title" className="text-2xl">
          Payments
        </h2>
        <SearchField
          label="Search payments"
          placeholder="Name, email or transaction..."
          value={search}
          onSearch={onSearch}
        />
      </div>
      <div className="mt-5" aria-busy={query.isPlaceholderData}>
        {payments ? <Payments payments={payments} search={search} /> : <Skeleton className="h-36" />}
      </div>
      {query.hasNextPage ? (
        <div className="mt-5 text-center">
          <Button
            kind="outline"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Load More Payments'}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Payments({ payments, search }: { payments: Payment[]; search: string }) {
  if (payments.length === 0)
    return search ? (
      <EmptyState title="No payments found">No payment in the books is of “{search}”.</EmptyState>
    ) : (
      <EmptyState title="No payments yet">Every membership and tip that is paid appears here.</EmptyState>
    )
  return (
    <ul className="grid gap-3">
      {payments.map((payment) => (
        <li key={payment.id}>
          <PaymentCard payment={payment} />
        </li>
      ))}
    </ul>
  )
}

function PaymentCard({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false)
  const { kind, state, paidAt, grossCents, feeCents, creatorCents, refundedCents } = payment
  const { pendingCents, refundableCents } = payment
  const { word, look } = stateWords[state]
  const name = payment.payer?.name ?? 'Nobody'
  const facts = [
    `${formatCents(creatorCents)} to the creator`,
    `${formatCents(feeCents)} provider’s fee`,
    ...(refundedCents > 0 ? [`${formatCents(refundedCents)} refunded`] : []),
    ...(pendingCents > 0 ? [`${formatCents(pendingCents)} refund on its way`] : []),
  ]
  return (
    <article className="surface flex flex-wrap items-start gap-x-4 gap-y-3 p-4 sm:p-5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        {payment.payer ? <p className="text-sm break-all text-muted">{payment.payer.email}</p> : null}
      </div>
      <p className="board text-xl">{formatCents(grossCents)}</p>
      <p className="w-full text-sm text-muted">
        <time dateTime={paidAt}>
          {new Date(paidAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
        {` · ${facts.join(' · ')}`}
      </p>
      <div className="flex w-full flex-wrap items-center gap-2">
        <Badge>{kindWords[kind]}</Badge>
        <Badge look={look}>{word}</Badge>
        {refundableCents > 0 ? (
          <Button
            kind="outline"
            className="ml-auto"
            aria-haspopup="dialog"
            aria-label={`Refund ${formatCents(grossCents)} of ${name}`}
            onClick={() => setOpen(true)}
          >
            Refund
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <Suspense fallback={null}>
          <RefundDialog payment={payment} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </article>
  )
}
