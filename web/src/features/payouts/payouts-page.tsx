import { useInfiniteQuery } from '@tanstack/react-query'
import type { Overview } from '@touchline/contract/payouts.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Card } from '#ui/card.tsx'
import { longDate, formatMonth } from '#ui/dates.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { AccountForm } from './account-form.tsx'
import { BalanceSheet } from './balance-sheet.tsx'
import { Figure } from './figures.tsx'
import { heldText, inDays, ruleOf } from './payout-text.ts'
import { overview } from './requests.ts'
import { StatementList } from './statement-list.tsx'
import { TermsSection } from './terms-section.tsx'

export function PayoutsPage() {
  usePageTitle('Payouts')
  const { role } = useSignedInViewer()
  const query = useInfiniteQuery(overview)
  const first = query.data?.pages[0]
  return (
    <Page
      title="Payouts"
      lead={
        role === 'admin'
          ? 'What the creator earns, and what is paid out.'
          : 'What you earn, and what is paid out.'
      }
    >
      {first ? (
        <div className="grid grid-cols-1 gap-6">
          <Figures facts={first} share={role === 'admin' ? 'Creator’s share' : 'Your share'} />
          <Rule facts={first} />
          <RunningMonth facts={first} />
          <StatementList
            statements={query.data?.pages.flatMap(({ statements }) => statements) ?? []}
            query={query}
          />
          {role === 'admin' ? <AccountForm /> : null}
          <TermsSection mayChange={role === 'admin'} />
        </div>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

function Figures({ facts, share }: { facts: Overview; share: string }) {
  const { earnedThisMonthCents, running, statements, onItsWayCents, paidCents } = facts
  const [newest] = statements
  return (
    <dl className="grid grid-cols-2 gap-3 max-lg:[&>:last-child]:col-span-full lg:grid-cols-6 lg:[&>*]:col-span-2 lg:[&>:nth-child(-n+2)]:col-span-3">
      <Figure label={`${share} this month`} cents={earnedThisMonthCents}>
        So far, after refunds
      </Figure>
      <Figure label="Waiting" cents={running.heldCents}>
        {heldText}
      </Figure>
      <Figure label="Payable" cents={newest?.isApprovable ? newest.payableCents : 0}>
        {newest?.isApprovable ? `From ${formatMonth(newest.month)}` : 'Nothing to approve'}
      </Figure>
      <Figure label="On its way" cents={onItsWayCents}>
        Approved, not arrived yet
      </Figure>
      <Figure label="Paid so far" cents={paidCents}>
        All months together
      </Figure>
    </dl>
  )
}

function Rule({ facts: { shares, holdDays } }: { facts: Overview }) {
  return (
    <Card aria-labelledby="rule-title">
      <h2 id="rule-title" className="text-xl">
        How it adds up
      </h2>
      <ul className="mt-3 grid list-disc gap-1 pl-5">
        <li>{ruleOf('subscription', shares.subscription)}</li>
        <li>{ruleOf('tip', shares.tip)}</li>
        <li>The payment provider’s fees are not deducted from this share.</li>
        <li>
          A payment can be paid out once it is {inDays(holdDays)} old. A month is closed three days after its
          end, and all times are in UTC.
        </li>
      </ul>
    </Card>
  )
}

function RunningMonth({ facts: { running } }: { facts: Overview }) {
  return (
    <Card aria-labelledby="running-title">
      <h2 id="running-title" className="text-xl">
        Not closed yet
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        Everything since the last statement. {formatMonth(running.month)} closes on{' '}
        {longDate(running.closesAt)}.
      </p>
      <BalanceSheet statementId="running" payableLabel="Payable if it closed now" {...running} />
    </Card>
  )
}
