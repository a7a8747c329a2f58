import { useQuery } from '@tanstack/react-query'
import type { TermsPage } from '@touchline/contract/payouts.ts'
import { Card } from '#ui/card.tsx'
import { longDate } from '#ui/dates.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { inDays, inPercent } from './payout-text.ts'
import { termsQuery } from './requests.ts'
import { TermsForm } from './terms-form.tsx'

export function TermsSection({ mayChange }: { mayChange: boolean }) {
  const { data: terms } = useQuery(termsQuery)
  return (
    <Card aria-labelledby="terms-title">
      <h2 id="terms-title" className="text-xl">
        Terms
      </h2>
      <p className="mt-1 text-sm text-muted">
        A change applies from the moment it is made. Earlier payments keep the terms of their time.
      </p>
      {terms ? (
        <>
          {mayChange ? (
            <TermsForm
              key={terms.history[0]?.effectiveAt}
              current={terms.current}
              isGraceConfigured={terms.isGraceConfigured}
            />
          ) : null}
          <History history={terms.history} />
        </>
      ) : (
        <Skeleton className="mt-3 h-32" />
      )}
    </Card>
  )
}

// The first terms apply to all earlier time.
const sinceText = (index: number, history: TermsPage['history']) =>
  index === history.length - 1 ? 'From the start' : `Since ${longDate(history[index]?.effectiveAt ?? '')}`

function History({ history }: { history: TermsPage['history'] }) {
  return (
    <ol aria-label="Terms, newest first" className="mt-5 divide-y divide-line text-sm">
      {history.map(({ effectiveAt, changedBy, ...terms }, index) => (
        <li key={effectiveAt} className="py-3">
          <span className="font-semibold">{sinceText(index, history)}</span>
          {changedBy ? <span className="text-muted">, by {changedBy}</span> : null}
          <span className="block text-muted">
            {inPercent(terms.subscriptionShareBasisPoints)} of subscriptions,{' '}
            {inPercent(terms.tipShareBasisPoints)} of tips; {inDays(terms.holdDays)} before a payout,{' '}
            {inDays(terms.graceDays)} of grace for members
          </span>
        </li>
      ))}
    </ol>
  )
}
