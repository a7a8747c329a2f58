import { type Comparison, type PeriodName, periods } from '@touchline/contract/insights.ts'
import { addMonths, endOf, monthOf, startOf } from '#time/months.ts'
import { everyMonth } from './month-list.ts'

const dayMs = 24 * 60 * 60 * 1000
const maxTrendMonths = 12

const lengths = { this_month: 1, last_month: 1, last_3_months: 3, last_12_months: 12 } as const

/** A period is offered to clubs older than this many months; in a club of three, three months are all time. */
const offeredAfter: Record<PeriodName, number> = {
  this_month: 0,
  last_month: 1,
  last_3_months: 3,
  last_12_months: 12,
  all: 1,
}

/** The months of a period, and those it is compared with. */
export type Period = Omit<Comparison, 'figures'>

export function periodOf(name: PeriodName, known: Iterable<string>, now: Date): Period {
  const current = monthOf(now)
  const months = everyMonth(known, now).filter((month) => month <= current)
  const first = months[0] ?? current
  const through = name === 'last_month' ? addMonths(current, -1) : current
  const from = name === 'all' ? first : addMonths(through, 1 - lengths[name])
  return {
    name,
    from,
    through,
    earlier: name === 'all' ? null : earlierOf(from, through, lengths[name], now),
    available: periods.filter((period) => period === 'this_month' || months.length > offeredAfter[period]),
    trendMonths: everyMonth([first], now)
      .filter((month) => month <= through)
      .slice(-maxTrendMonths),
  }
}

function earlierOf(from: string, through: string, length: number, now: Date): Comparison['earlier'] {
  const last = addMonths(through, -length)
  const until = new Date(startOf(last).getTime() + now.getUTCDate() * dayMs)
  const isRunning = through === monthOf(now)
  return {
    from: addMonths(from, -length),
    through: last,
    until: isRunning && until < endOf(last) ? until.toISOString() : null,
  }
}
