import type { PeriodName } from '@touchline/contract/insights.ts'

/** Names of the periods, in the order of the switch. */
export const periodNames: Record<PeriodName, string> = {
  this_month: 'This month',
  last_month: 'Last month',
  last_3_months: '3 months',
  last_12_months: '12 months',
  all: 'All time',
}

/** Search parameters of the overview: `/analytics?period=last_month`, the running month by default. */
export type PeriodSearch = { period?: PeriodName }

const isPeriod = (text: unknown): text is PeriodName =>
  typeof text === 'string' && Object.hasOwn(periodNames, text)

/** Parses search parameters and drops malformed ones. */
export const toPeriodSearch = ({ period }: Record<string, unknown>): PeriodSearch =>
  isPeriod(period) && period !== 'this_month' ? { period } : {}
