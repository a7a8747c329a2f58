import type { MovementKind, TracedFigure } from '@touchline/contract/insights.ts'

// The form of a name, not the contract's lists: with them the validator would be in the first download. The page looks
// whether it knows the name.
const isName = (text: unknown): text is TracedFigure & MovementKind =>
  typeof text === 'string' && /^[a-z_]{1,40}$/.test(text)
const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])-01$/.test(text)

const isMoment = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^(?:19|20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) &&
  !Number.isNaN(Date.parse(text))

/** What the address of rows says: `/analytics/rows?figure=movements&month=2026-11-01&through=2027-01-01&kind=new&joined=2026-10-01`. */
export type RowsSearch = {
  figure?: TracedFigure
  month?: string
  through?: string
  since?: string
  kind?: MovementKind
  joined?: string
}

/** The same once it names a figure. */
export type TracedRows = RowsSearch & { figure: TracedFigure }

/** Reads an address somebody may have typed: what has not the form of these is left out. */
export const toRowsSearch = ({
  figure,
  month,
  through,
  since,
  kind,
  joined,
}: Record<string, unknown>): RowsSearch => ({
  ...(isName(figure) ? { figure } : {}),
  ...(isMonth(month) ? { month } : {}),
  ...(isMonth(through) ? { through } : {}),
  ...(isMoment(since) ? { since } : {}),
  ...(isName(kind) ? { kind } : {}),
  ...(isMonth(joined) ? { joined } : {}),
})
