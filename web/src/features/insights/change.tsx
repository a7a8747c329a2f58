import type { Compared, Comparison } from '@touchline/contract/insights.ts'
import { clsx } from 'clsx'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { RowsLink } from './figure-links.tsx'
import type { TracedRows } from './rows-search.ts'
import { formatMonth } from '#ui/dates.ts'
import { inPercent } from './texts.ts'

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })

const dayOfMonth = inUtc({ month: 'long', day: 'numeric' })

const dayMs = 24 * 60 * 60 * 1000

/** A change with its sign, such as `+10 members` or `-$5.00`. */
export const signed = (change: number, format: (value: number) => string) =>
  `${change < 0 ? '-' : '+'}${format(Math.abs(change))}`

/** 0.096 as `+9.6%`. */
export const signedPercent = (ratio: number) => signed(ratio, inPercent)

/** The last day of the month before: `October 31`. */
export const lastDayBefore = (month: string) => dayOfMonth.format(Date.parse(month) - dayMs)

/** The days of an earlier period: `October 2026`, `October 1 to 26`, `June 1 to August 26`. */
export function daysText({ from, through, until }: NonNullable<Comparison['earlier']>): string {
  if (until === null)
    return from === through ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(through)}`
  const last = new Date(Date.parse(until) - dayMs)
  const first = dayOfMonth.format(new Date(from))
  if (from !== through) return `${first} to ${dayOfMonth.format(last)}`
  return last.getUTCDate() === 1 ? first : `${first} to ${last.getUTCDate()}`
}

type Props = {
  figure: Compared
  period: Comparison
  of: string
  format: (value: number) => string
  /** The rows of the change, or of the earlier figure. */
  rows?: TracedRows['figure'] | undefined
}

/** The change since the end of the month before the period. */
export function ChangeSince({ figure, period, of, format, rows }: Props) {
  const { from: month, through } = period
  return (
    <Change
      figure={figure}
      period={period}
      of={of}
      format={format}
      rows={rows && { figure: rows, month, through }}
    >
      since {lastDayBefore(month)}
    </Change>
  )
}

/** The change against the same days of the period before. */
export function ChangeFrom({ figure, period, of, format, rows }: Props) {
  const { earlier } = period
  if (earlier === null || figure.earlier === null) return <NothingBefore period={period} />
  const { from: month, through, until } = earlier
  const days = daysText(earlier)
  return (
    <Change figure={figure} period={period} of={of} format={format}>
      from {format(figure.earlier)},{' '}
      {rows ? (
        <RowsLink isInline rows={{ figure: rows, month, through, ...(until ? { until } : {}) }}>
          {days}
          <span className="sr-only">: {of}</span>
        </RowsLink>
      ) : (
        days
      )}
    </Change>
  )
}

const NothingBefore = ({ period }: Pick<Props, 'period'>) =>
  period.earlier ? <p className="text-xs text-muted">No full month before to compare with</p> : null

type ChangeProps = Omit<Props, 'rows'> & { rows?: TracedRows | undefined; children: ReactNode }

function Change({ figure: { change, ratio }, period, of, format, rows, children }: ChangeProps) {
  if (change === null) return <NothingBefore period={period} />
  const Arrow = change > 0 ? ArrowUp : change < 0 ? ArrowDown : ArrowRight
  const text = change === 0 ? 'No change' : signed(change, format)
  return (
    <>
      <p
        className={clsx(
          'text-sm font-semibold',
          change > 0 ? 'text-turf' : change < 0 ? 'text-dismissal' : 'text-muted',
        )}
      >
        <Arrow size={14} aria-hidden className="mr-1 inline align-[-0.125em]" />
        {rows && change !== 0 ? (
          <RowsLink isInline rows={rows}>
            {text}
            <span className="sr-only"> of {of}</span>
          </RowsLink>
        ) : (
          text
        )}
        {ratio === null || change === 0 ? null : `, ${signedPercent(ratio)}`}
      </p>
      <p className="text-xs text-muted">{children}</p>
    </>
  )
}
