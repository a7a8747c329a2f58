import type { MovementKind, TracedFigure } from '@touchline/contract/insights.ts'

// Not the contract's own lists: with them the validator would be in the first download.
const figures: Record<TracedFigure, true> = {
  subscribers: true,
  new_subscribers: true,
  revenue: true,
  posts: true,
  likes: true,
  comments: true,
  views: true,
  movements: true,
  joined: true,
}
const movements: Record<MovementKind, true> = {
  new: true,
  returning: true,
  recovered: true,
  repriced: true,
  lost_by_choice: true,
  lost_by_failed_payment: true,
  taken_back: true,
}

const isFigure = (text: unknown): text is TracedFigure =>
  typeof text === 'string' && Object.hasOwn(figures, text)
const isMovement = (text: unknown): text is MovementKind =>
  typeof text === 'string' && Object.hasOwn(movements, text)
const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-01$/.test(text)

/** What the address of rows says: `/analytics/rows?figure=movements&month=2026-11-01&kind=new`. */
export type RowsSearch = { figure?: TracedFigure; month?: string; kind?: MovementKind }

/** The same once it names a figure. */
export type TracedRows = RowsSearch & { figure: TracedFigure }

/** Reads an address somebody may have typed: what is none of these is left out, and kinds are of movements only. */
export function toRowsSearch({ figure, month, kind }: Record<string, unknown>): RowsSearch {
  return {
    ...(isFigure(figure) ? { figure } : {}),
    ...(isMonth(month) ? { month } : {}),
    ...(figure === 'movements' && isMovement(kind) ? { kind } : {}),
  }
}
