import type { MovementKind, TracedFigure } from '@touchline/contract/insights.ts'

// Checks only the form of a name: importing the contract's lists would put the validator into the first download. The
// page checks whether it knows the name.
const isName = (text: unknown): text is TracedFigure & MovementKind =>
  typeof text === 'string' && /^[a-z_]{1,40}$/.test(text)
const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])-01$/.test(text)

const isMoment = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^(?:19|20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) &&
  !Number.isNaN(Date.parse(text))

/** `/analytics/rows?figure=movements&month=2026-11-01&through=2027-01-01&kind=new&joined=2026-10-01` */
export type RowsSearch = {
  figure?: TracedFigure
  month?: string
  through?: string
  since?: string
  until?: string
  kind?: MovementKind
  joined?: string
}

export type TracedRows = RowsSearch & { figure: TracedFigure }

export const toRowsSearch = ({
  figure,
  month,
  through,
  since,
  until,
  kind,
  joined,
}: Record<string, unknown>): RowsSearch => ({
  ...(isName(figure) ? { figure } : {}),
  ...(isMonth(month) ? { month } : {}),
  ...(isMonth(through) ? { through } : {}),
  ...(isMoment(since) ? { since } : {}),
  ...(isMoment(until) ? { until } : {}),
  ...(isName(kind) ? { kind } : {}),
  ...(isMonth(joined) ? { joined } : {}),
})
