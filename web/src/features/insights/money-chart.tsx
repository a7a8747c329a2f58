import type { ReactNode } from 'react'
import { formatMonth } from '#ui/dates.ts'
import { TrendChart } from '#ui/trend-chart.tsx'
import { notEnough } from '#ui/counted-figure.tsx'
import { inDollars, inFewDollars, shortMonth } from './texts.ts'
import { RowsLink } from './figure-links.tsx'
import type { TrendPoint, TrendSeries } from '#ui/trend-table.tsx'

type Props = {
  label: string
  months: { month: string; grossCents: number; creatorCents: number }[]
  file?: ReactNode
}

export const toPoint = ({ month }: { month: string }): TrendPoint => ({
  name: formatMonth(month),
  short: shortMonth(month),
})

/** Revenue and the creator's share by month, oldest first, with a link to each month's rows. */
export function MoneyChart({ label, months, file }: Props) {
  if (months.length === 0) return <p className="text-muted">{notEnough}</p>
  const series: TrendSeries[] = [
    {
      name: 'Paid by members',
      look: 'turf',
      mark: 'area',
      values: months.map(({ grossCents }) => grossCents),
    },
    {
      name: 'Your share',
      look: 'review',
      mark: 'dashes',
      values: months.map(({ creatorCents }) => creatorCents),
    },
  ]
  return (
    <TrendChart
      label={label}
      points={months.map(toPoint)}
      series={series}
      format={inDollars}
      formatTick={inFewDollars}
      renderBelow={(index) => {
        const { month } = months[index]!
        return (
          <>
            <RowsLink rows={{ figure: 'revenue', month }}>{formatMonth(month)} payments</RowsLink>
            {file}
          </>
        )
      }}
    />
  )
}
