import { useQuery } from '@tanstack/react-query'
import { movementKinds, type Recurring } from '@touchline/contract/insights.ts'
import { notEnough } from '#ui/counted-figure.tsx'
import { formatMonth } from '#ui/dates.ts'
import { TrendChart } from '#ui/trend-chart.tsx'
import { figures } from './definitions.ts'
import { toPoint } from './money-chart.tsx'
import { MovementsTable } from './movements-table.tsx'
import { files, recurringQuery } from './requests.ts'
import { Loaded, Section } from './section.tsx'
import { FileLink, RowsLink } from './figure-links.tsx'
import { asChange, inDollars, inFewDollars, inMembers } from './texts.ts'
import type { TrendSeries } from '#ui/trend-table.tsx'

type Months = Recurring['months']

export function RecurringSection() {
  const query = useQuery(recurringQuery)
  return (
    <Section
      defined={figures.recurring}
      links={
        <>
          <RowsLink rows={{ figure: 'movements' }} of={figures.recurring.name} />
          <FileLink href={files.recurring} of={figures.recurring.name} />
        </>
      }
    >
      <Loaded query={query}>
        {({ months }) =>
          months.length === 0 ? <p className="text-muted">{notEnough}</p> : <Months months={months} />
        }
      </Loaded>
    </Section>
  )
}

const sumOf = ({ movements }: Months[number], isWanted: (cents: number) => boolean) =>
  movementKinds
    .map((kind) => movements[kind].cents)
    .filter(isWanted)
    .reduce((sum, cents) => sum + cents, 0)

function Months({ months }: { months: Months }) {
  const now = months.at(-1)!
  const points = months.map(toPoint)
  const ends: TrendSeries[] = [
    { name: 'At the end', look: 'turf', mark: 'area', values: months.map(({ endCents }) => endCents) },
  ]
  const moved: TrendSeries[] = [
    {
      name: 'Gained',
      look: 'turf',
      mark: 'bars',
      values: months.map((month) => sumOf(month, (cents) => cents > 0)),
    },
    {
      name: 'Lost',
      look: 'dismissal',
      mark: 'bars',
      values: months.map((month) => sumOf(month, (cents) => cents < 0)),
    },
  ]
  return (
    <div className="grid grid-cols-1 gap-6">
      <p>
        <span className="board text-2xl">{inDollars(now.endCents)}</span>{' '}
        <span className="text-muted">
          a month now, from {inMembers(now.membersAtEnd)}: {asChange(now.endCents - now.startCents)} since{' '}
          {formatMonth(now.month)} began
        </span>
      </p>
      <div className="grid grid-cols-1 gap-x-9 gap-y-6 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          <h3 className="text-lg">At the End of Each Month</h3>
          <TrendChart
            label={figures.recurring.name}
            points={points}
            series={ends}
            format={inDollars}
            formatTick={inFewDollars}
          />
        </div>
        <div className="grid content-start gap-4">
          <h3 className="text-lg">{figures.movements.name}</h3>
          <TrendChart
            label="Gained and lost by month"
            points={points}
            series={moved}
            format={inDollars}
            formatTick={inFewDollars}
          />
        </div>
      </div>
      <MovementsTable months={months} />
    </div>
  )
}
