import { Link } from '#router/link.tsx'
import type { Revenue } from '@touchline/contract/insights.ts'
import { clsx } from 'clsx'
import { paths } from '#paths.ts'
import { notEnough } from '#ui/counted-figure.tsx'
import { formatMonth } from '#ui/dates.ts'
import { WideTable } from '#ui/wide-table.tsx'
import { useNewestMonths } from './use-newest-months.tsx'
import { figures } from './definitions.ts'
import { RowsLink } from './figure-links.tsx'
import { inDollars, lateText } from './texts.ts'

type Month = Revenue['months'][number]
type Amount = 'subscriptionCents' | 'tipCents' | 'takenBackCents' | 'grossCents' | 'creatorCents'

const columns: { amount: Amount; name: string }[] = [
  { amount: 'subscriptionCents', name: 'Memberships' },
  { amount: 'tipCents', name: 'Tips' },
  { amount: 'takenBackCents', name: 'Refunds and chargebacks' },
  { amount: 'grossCents', name: 'Paid by members' },
  { amount: 'creatorCents', name: 'Your share' },
]

/** Revenue by month, newest first, next to the payout statements. `months` are oldest first. */
export function RevenueMonths({ months }: { months: Month[] }) {
  const { lookOf, showAll } = useNewestMonths(months.length, figures.months.name)
  if (months.length === 0) return <p className="text-muted">{notEnough}</p>
  return (
    <>
      <WideTable label={figures.months.name}>
        <thead className="text-muted">
          <tr className="border-b border-line align-bottom">
            <th scope="col" className="py-2 pr-2 text-left">
              Month
            </th>
            {columns.map(({ amount, name }) => (
              <th key={amount} scope="col" className="px-2 py-2">
                {name}
              </th>
            ))}
            <th scope="col" className="py-2 pl-2 lg:min-w-44 print:min-w-0">
              Statement
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((facts, index) => (
            <tr key={facts.month} className={clsx('border-b border-line align-top', lookOf(index))}>
              <th scope="row" className="py-2 pr-2 text-left whitespace-nowrap">
                <RowsLink rows={{ figure: 'revenue', month: facts.month }}>
                  {formatMonth(facts.month)}
                  <span className="sr-only">, view details</span>
                </RowsLink>
              </th>
              {columns.map(({ amount }) => (
                <td key={amount} className="board px-2 py-4 whitespace-nowrap print:py-2">
                  {inDollars(facts[amount])}
                </td>
              ))}
              <td className="py-2 pl-2">
                <Statement facts={facts} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-3 pr-2 text-left">
              Total
            </th>
            {columns.map(({ amount }) => (
              <td key={amount} className="board px-2 py-3 whitespace-nowrap">
                {inDollars(months.reduce((sum, month) => sum + month[amount], 0))}
              </td>
            ))}
            <td className="board py-3 pl-2 whitespace-nowrap">
              {inDollars(months.reduce((sum, { statement }) => sum + (statement?.earnedCents ?? 0), 0))}
            </td>
          </tr>
        </tfoot>
      </WideTable>
      {showAll}
    </>
  )
}

function Statement({ facts: { month, statement } }: { facts: Month }) {
  if (!statement) return <span className="block py-2 text-muted print:py-0">Not closed yet</span>
  const late = lateText(statement.lateCents)
  return (
    <>
      <Link
        to={paths.statement}
        params={{ statementId: statement.id }}
        className="board inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf print:min-h-0 print:no-underline"
      >
        {inDollars(statement.earnedCents)}
        <span className="sr-only">, statement for {formatMonth(month)}</span>
      </Link>
      {late ? <span className="block text-xs text-muted">{late}</span> : null}
    </>
  )
}
