import type { SQL } from 'drizzle-orm'

/** Whom it is about, by what the tables know of them. */
export type Erased = { personId: string; email: string }

export type RowFilter = (erased: Erased) => SQL

/**
 * What becomes of one table. `deleted`: their rows go. `emptied`: their rows stay, `columns` get these values, and of the
 * columns with text in them `keeps` name nobody. `untouched`: nothing in it is a member's. `apart` says which verb does
 * it where more than the rows has to follow; the others are done by `erasureStatements`.
 */
export type ErasureRule =
  | { table: string; fate: 'deleted'; holds: string; whose: RowFilter; why?: string }
  | {
      table: string
      fate: 'emptied'
      holds: string
      whose: RowFilter
      columns: Record<string, (erased: Erased) => string | null>
      keeps: string[]
      why: string
    }
  | { table: string; fate: 'deleted' | 'emptied'; holds: string; apart: string; why?: string }
  | { table: string; fate: 'untouched'; why: string }
