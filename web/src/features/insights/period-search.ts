import type { PeriodName } from '@touchline/contract/insights.ts'

export const periodNames: Record<PeriodName, string> = {
  this_month: 'This month',
  last_month: 'Last month',
  last_3_months: '3 months',
  last_12_months: '12 months',
  all: 'All time',
}

export type PeriodSearch = { period?: PeriodName }

const isPeriod = (text: unknown): text is PeriodName =>
  typeof text === 'string' && Object.hasOwn(periodNames, text)

export const toPeriodSearch = ({ period }: Record<string, unknown>): PeriodSearch =>
  isPeriod(period) && period !== 'this_month' ? { period } : {}
