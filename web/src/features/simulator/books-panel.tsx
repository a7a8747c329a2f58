import type { Simulator } from '@touchline/contract/simulator.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatMonth } from '#ui/dates.ts'
import { accountText, formatCents } from './simulator-text.ts'

export function BooksPanel({
  books: { month, payableCents, accounts, balanceCents },
}: Pick<Simulator, 'books'>) {
  return (
    <Card aria-labelledby="books-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="books-title" className="text-xl">
          Books
        </h2>
        <Badge look={balanceCents === 0 ? 'turf' : 'dismissal'}>
          {balanceCents === 0 ? 'Balanced' : 'Out of balance'}
        </Badge>
      </div>
      <p className="mt-3 text-sm text-muted">The creator earned in {formatMonth(month)}</p>
      <p className="board text-2xl font-bold">{formatCents(payableCents)}</p>
      <table className="mt-4 w-full text-sm">
        <caption className="sr-only">The sum of every account</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Sum</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {accounts.map(({ account, sumCents }) => (
            <tr key={account}>
              <th scope="row" className="py-2 text-left font-normal">
                {accountText(account)}
              </th>
              <td className="board py-2 text-right">{formatCents(sumCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-edge font-semibold">
            <th scope="row" className="py-2 text-left">
              Together
            </th>
            <td className="board py-2 text-right">{formatCents(balanceCents)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-3 text-xs text-muted">
        What is held or was spent is above zero, what is owed or was earned below.
      </p>
    </Card>
  )
}
