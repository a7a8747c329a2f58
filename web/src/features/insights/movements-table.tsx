import { movementKinds, type Recurring } from '@touchline/contract/insights.ts'
import { clsx } from 'clsx'
import { formatMonth } from '#ui/dates.ts'
import { WideTable } from '#ui/wide-table.tsx'
import { figures, movements } from './definitions.ts'
import { useNewestMonths } from './use-newest-months.tsx'
import { RowsLink } from './figure-links.tsx'
import { asChange, inDollars, inMembers } from './texts.ts'

const cell = 'px-2 py-2 align-top whitespace-nowrap print:px-1 print:whitespace-normal'

/** MRR movements by month, newest first: start, movements by reason, end. */
export function MovementsTable({ months }: Pick<Recurring, 'months'>) {
  const { lookOf, showAll } = useNewestMonths(months.length, figures.movements.name)
  return (
    <div>
      <WideTable label={figures.movements.name}>
        <thead className="text-muted">
          <tr className="border-b border-line align-bottom">
            <th scope="col" className="py-2 pr-2 text-left">
              Month
            </th>
            <th scope="col" className="px-2 py-2">
              Start
            </th>
            {movementKinds.map((kind) => (
              <th key={kind} scope="col" className="min-w-24 px-2 py-2 print:min-w-0 print:px-1">
                {movements[kind].name}
              </th>
            ))}
            <th scope="col" className="py-2 pl-2">
              End
            </th>
          </tr>
        </thead>
        <tbody>
          {months
            .toReversed()
            .map(({ month, startCents, endCents, membersAtEnd, movements: moved }, index) => (
              <tr key={month} className={clsx('border-b border-line', lookOf(index))}>
                <th scope="row" className="py-2 pr-2 text-left align-top font-semibold whitespace-nowrap">
                  {formatMonth(month)}
                </th>
                <td className={cell}>
                  <span className="board">{inDollars(startCents)}</span>
                </td>
                {movementKinds.map((kind) => {
                  const { count, cents } = moved[kind]
                  return (
                    <td key={kind} className={cell}>
                      {count === 0 ? (
                        <span className="text-muted">0</span>
                      ) : (
                        <>
                          <span className="board block">{asChange(cents)}</span>
                          <RowsLink rows={{ figure: 'movements', month, kind }}>
                            {inMembers(count)}
                            <span className="sr-only">
                              , {movements[kind].name}, {formatMonth(month)}
                            </span>
                          </RowsLink>
                        </>
                      )}
                    </td>
                  )
                })}
                <td className="py-2 pl-2 align-top whitespace-nowrap">
                  <span className="board block font-semibold">{inDollars(endCents)}</span>
                  <RowsLink rows={{ figure: 'movements', through: month }}>
                    {inMembers(membersAtEnd)}
                    <span className="sr-only">, all movements up to the end of {formatMonth(month)}</span>
                  </RowsLink>
                </td>
              </tr>
            ))}
        </tbody>
      </WideTable>
      {showAll}
      <details className="mt-2 text-sm">
        <summary className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf">
          What each reason means
        </summary>
        <p className="measure mb-3 text-muted">{figures.movements.means}</p>
        <dl className="grid gap-2">
          {movementKinds.map((kind) => (
            <div key={kind}>
              <dt className="font-semibold">{movements[kind].name}</dt>
              <dd className="measure text-muted">{movements[kind].means}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
