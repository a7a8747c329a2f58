import { sql, type SQL } from 'drizzle-orm'

/** The values that identify the erased person in the tables. */
export type Erased = { personId: string; email: string }

type RowFilter = (erased: Erased) => SQL

/**
 * `emptied`: the rows stay, `columns` are overwritten, and `keeps` lists text columns that identify no one.
 * `apart` names the function that erases a table when deleting its rows is not enough.
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

export const by =
  (column: string): RowFilter =>
  ({ personId }) =>
    sql`${sql.identifier(column)} = ${personId}`

export const byAddress: RowFilter = ({ email }) => sql`lower(email) = ${email}`

export const nothing = () => null
export const blank = () => ''

export const untouched = (why: string, ...tables: string[]): ErasureRule[] =>
  tables.map((table) => ({ table, fate: 'untouched', why }))

export const ofCreators = 'what creators publish, and counts of it'
export const ofNumbers = 'the creator’s figures, which count them without naming them'
export const ofTheSite = 'the site’s own records'
