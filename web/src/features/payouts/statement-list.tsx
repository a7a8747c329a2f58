import { Link } from '#router/link.tsx'
import type { Statement } from '@touchline/contract/payouts.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { formatMonth } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton, type PagedQuery } from '#ui/more-button.tsx'
import { amountText, inDollars, stateText } from './payout-text.ts'

type Props = { statements: Statement[]; query: PagedQuery }

export function StatementList({ statements, query }: Props) {
  if (statements.length === 0)
    return (
      <EmptyState title="No statements yet">
        The first statement appears here after the first month with a payment.
      </EmptyState>
    )
  return (
    <section aria-labelledby="statements-title">
      <h2 id="statements-title" className="mb-4 text-xl">
        Statements
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {statements.map((statement) => (
          <li key={statement.id}>
            <StatementRow statement={statement} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} className="mt-4">
        Older Statements
      </MoreButton>
    </section>
  )
}

function StatementRow({ statement }: { statement: Statement }) {
  const { text, look, says } = stateText(statement)
  const { cents, words } = amountText(statement)
  const { id, month } = statement
  return (
    <article className="surface flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:p-5">
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-base">
          <Link
            to={paths.statement}
            params={{ statementId: id }}
            className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf"
          >
            {formatMonth(month)}
          </Link>
        </h3>
        <p className="mt-1 text-sm wrap-anywhere text-muted">{says}</p>
      </div>
      <Badge look={look}>{text}</Badge>
      <p className="ml-auto text-right">
        <span className="board block text-lg">{inDollars(cents)}</span>
        <span className="text-xs text-muted">{words}</span>
      </p>
    </article>
  )
}
