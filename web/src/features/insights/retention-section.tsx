import { useQuery } from '@tanstack/react-query'
import type { Retention } from '@touchline/contract/insights.ts'
import { notEnough } from '#ui/counted-figure.tsx'
import { formatMonth } from '#ui/dates.ts'
import { WideTable } from '#ui/wide-table.tsx'
import { figures } from './definitions.ts'
import { files, retentionQuery } from './requests.ts'
import { Loaded, Section } from './section.tsx'
import { FileLink, RowsLink } from './figure-links.tsx'
import { inNumbers, inPercent } from './texts.ts'

/** Tint of a cell with full retention, in percent. */
const fullTint = 36

/** Retention by cohort. `tracesMoves` links each cohort to its movements. */
export function RetentionSection({ tracesMoves }: { tracesMoves: boolean }) {
  const query = useQuery(retentionQuery)
  return (
    <Section
      defined={figures.retention}
      links={<FileLink href={files.retention} of={figures.retention.name} />}
    >
      <Loaded query={query}>
        {({ cohorts }) =>
          cohorts.length === 0 ? (
            <p className="text-muted">{notEnough}</p>
          ) : (
            <Cohorts cohorts={cohorts.toReversed()} tracesMoves={tracesMoves} />
          )
        }
      </Loaded>
    </Section>
  )
}

const columnName = (index: number) => (index === 0 ? 'Same month' : `+${index}`)

function Cohorts({ cohorts, tracesMoves }: Pick<Retention, 'cohorts'> & { tracesMoves: boolean }) {
  const width = Math.max(...cohorts.map(({ kept }) => kept.length))
  return (
    <WideTable label={figures.retention.name}>
      <thead className="text-muted">
        <tr className="align-bottom">
          <th scope="col" className="py-2 pr-2 text-left">
            Cohort
          </th>
          <th scope="col" className="px-2 py-2">
            Joined
          </th>
          {Array.from({ length: width }, (_, index) => (
            <th key={columnName(index)} scope="col" className="px-2 py-2 text-center">
              {columnName(index)}
              {index > 0 ? <span className="sr-only"> months</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ month, joined, kept }) => (
          <tr key={month}>
            <th scope="row" className="py-1 pr-2 text-left font-semibold whitespace-nowrap">
              {tracesMoves && joined > 0 ? (
                <RowsLink rows={{ figure: 'kept', joined: month }}>
                  {formatMonth(month)}
                  <span className="sr-only">: arrivals and departures of this cohort</span>
                </RowsLink>
              ) : (
                formatMonth(month)
              )}
            </th>
            <td className="px-2 py-1">
              {joined === 0 ? (
                <span className="text-muted">0</span>
              ) : (
                <RowsLink rows={{ figure: 'joined', month }}>
                  {inNumbers(joined)}
                  <span className="sr-only"> joined in {formatMonth(month)}</span>
                </RowsLink>
              )}
            </td>
            {kept.map((count, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a cell is identified by its month
              <td key={index} className="p-0.5">
                <RetentionCell kept={count} joined={joined} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}

/** Retained members as a percentage and a number; the tint only repeats it. */
function RetentionCell({ kept, joined }: { kept: number; joined: number }) {
  if (joined === 0) return <span className="block px-2 text-center text-muted">0</span>
  const tint = Math.round((kept / joined) * fullTint)
  return (
    <span
      className="block min-w-16 rounded-[4px] px-2 py-1 text-center print:min-w-0 print:px-0"
      style={{ backgroundColor: `color-mix(in oklab, var(--turf) ${tint}%, var(--bench))` }}
    >
      <span className="board block">{inPercent(kept / joined)}</span>
      <span className="block text-xs">
        {inNumbers(kept)} of {inNumbers(joined)}
      </span>
    </span>
  )
}
