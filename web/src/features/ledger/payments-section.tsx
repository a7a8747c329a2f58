import { useInfiniteQuery } from '@tanstack/react-query'
import type { Payment } from '@touchline/contract/ledger.ts'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { dateAndTime } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { formatCents, kindText, payerName, stateText } from './money.ts'
import { PagedSection } from './paged-section.tsx'
import { paymentList } from './requests.ts'

const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }))

type Props = {
  search: string
  onSearch: (text: string) => void
  /** The page was opened to refund the only payment found: its dialog opens. */
  isRefundWanted?: boolean
  onRefundClosed?: () => void
}

export function PaymentsSection({ search, onSearch, isRefundWanted = false, onRefundClosed }: Props) {
  const query = useInfiniteQuery(paymentList(search))
  const payments = query.data?.pages.flatMap((page) => page.payments)
  const found = payments?.length === 1 && !query.isPlaceholderData ? payments[0] : undefined
  return (
    <>
      <PagedSection
        title="Payments"
        control={
          <div className="sm:w-80">
            <SearchField
              label="Search payments"
              placeholder="Name, email or transaction..."
              value={search}
              onSearch={onSearch}
            />
          </div>
        }
        items={payments}
        query={query}
        empty={
          search ? (
            <EmptyState title="No payments found">No payment matches “{search}”.</EmptyState>
          ) : (
            <EmptyState title="No payments yet">
              Every membership and tip that is paid appears here.
            </EmptyState>
          )
        }
      >
        {(payment) => <PaymentCard payment={payment} />}
      </PagedSection>
      {isRefundWanted && found && found.refundableCents > 0 ? (
        <Suspense fallback={null}>
          <RefundDialog payment={found} onClose={() => onRefundClosed?.()} />
        </Suspense>
      ) : null}
    </>
  )
}

function PaymentCard({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false)
  const { kind, state, paidAt, grossCents, feeCents, creatorCents, refundedCents } = payment
  const { pendingCents, refundableCents } = payment
  const { word, look } = stateText[state]
  const name = payerName(payment)
  const facts = [
    `${formatCents(creatorCents)} creator’s share`,
    `${formatCents(feeCents)} provider’s fee`,
    ...(refundedCents > 0 ? [`${formatCents(refundedCents)} refunded`] : []),
    ...(pendingCents > 0 ? [`${formatCents(pendingCents)} refund on its way`] : []),
  ]
  return (
    <article className="surface flex flex-wrap items-start gap-x-4 gap-y-3 p-4 sm:p-5">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold">
          {name}
        </p>
        {payment.payer ? <p className="text-sm break-all text-muted">{payment.payer.email}</p> : null}
      </div>
      <p className="board text-xl">{formatCents(grossCents)}</p>
      <p className="w-full text-sm text-muted">
        <time dateTime={paidAt}>{dateAndTime(paidAt)}</time>
        {` · ${facts.join(' · ')}`}
      </p>
      <div className="flex w-full flex-wrap items-center gap-2">
        <Badge>{kindText[kind]}</Badge>
        <Badge look={look}>{word}</Badge>
        {refundableCents > 0 ? (
          <Button
            kind="outline"
            className="ml-auto"
            aria-haspopup="dialog"
            aria-label={`Refund ${formatCents(refundableCents)} of ${name}`}
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
