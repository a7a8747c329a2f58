import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useParams } from '#router/router-provider.tsx'
import type { Payout, StatementPage as Facts } from '@touchline/contract/payouts.ts'
import { Download, Printer } from 'lucide-react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useCreatorName } from '#people/names.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { longDate, formatMonth } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { BalanceSheet } from './balance-sheet.tsx'
import { PayoutActions } from './payout-actions.tsx'
import { inDollars, stateText } from './payout-text.ts'
import { csvAddress, statementQuery } from './requests.ts'
import { usePrint } from './use-print.ts'

/** A monthly statement: opening balance, lines, closing balance and payout. Also laid out for printing. */
export function StatementPage() {
  const { statementId } = useParams(paths.statement)
  const query = useQuery(statementQuery(statementId))
  usePageTitle(query.data ? `Statement for ${formatMonth(query.data.statement.month)}` : 'Statement')
  return (
    <Page
      title={query.data ? `Statement for ${formatMonth(query.data.statement.month)}` : 'Statement'}
      back={<Link to={paths.payouts}>All payouts</Link>}
    >
      {query.data ? (
        <Sheet facts={query.data} />
      ) : query.isError ? (
        <EmptyState title="This statement is not here">
          The address may be wrong, or it belongs to another account.
        </EmptyState>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

function Sheet({ facts: { statement, groups, payouts } }: { facts: Facts }) {
  const { role } = useSignedInViewer()
  const { name } = useSite()
  const creatorName = useCreatorName()
  const { text, look, says } = stateText(statement)
  const lineCount = groups.reduce((sum, { count }) => sum + count, 0)
  const { lines, readCount, print } = usePrint(statement.id, lineCount)
  return (
    <>
      <p className="mb-2 hidden print:block">
        {name}, payouts to {creatorName}
      </p>
      <p className="wrap-anywhere text-muted" aria-live="polite">
        <Badge look={look}>{text}</Badge> {says} Closed on {longDate(statement.closedAt)}.
      </p>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        {role === 'admin' ? <PayoutActions statement={statement} /> : null}
        <Button asChild kind="outline">
          <a href={csvAddress(statement.id)} download>
            <Download size={16} aria-hidden /> Download CSV
          </a>
        </Button>
        <Button kind="outline" disabled={readCount !== null} onClick={print}>
          <Printer size={16} aria-hidden />{' '}
          {readCount === null ? 'Print' : `Reading ${readCount} of ${lineCount} lines…`}
        </Button>
      </div>
      <Card aria-label="Balance" className="mt-6 print:break-inside-auto!">
        <BalanceSheet statementId={statement.id} groups={groups} printed={lines} {...statement} />
        {lines || lineCount === 0 ? null : (
          <p className="mt-3 hidden text-sm text-muted print:block">
            This printout may not contain every line. The CSV file has all of them.
          </p>
        )}
      </Card>
      {payouts.length > 0 ? <Attempts payouts={payouts} /> : null}
    </>
  )
}

const attemptText: Record<Payout['state'], string> = {
  approved: 'Approved',
  sending: 'Sending',
  paid: 'Paid',
  failed: 'Reversed before sending',
  reversed: 'Reversed',
}

function Attempts({ payouts }: { payouts: Payout[] }) {
  return (
    <Card aria-labelledby="attempts-title" className="mt-6">
      <h2 id="attempts-title" className="text-xl">
        Payout
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {payouts.map(({ id, state, method, amountCents, approvedAt, settledAt, reference, lastError }) => (
          <li key={id} className="flex flex-wrap gap-x-4 py-3">
            <span className="font-semibold">{attemptText[state]}</span>
            <span className="min-w-0 flex-1 basis-52 wrap-anywhere text-muted">
              {method === 'manual' ? 'By hand' : 'By transfer'}, approved on {longDate(approvedAt)}
              {settledAt ? `, settled on ${longDate(settledAt)}` : ''}
              {reference ? `, reference ${reference}` : ''}
              {lastError ? `. ${lastError}` : ''}
            </span>
            <span className="board ml-auto">{inDollars(amountCents)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
