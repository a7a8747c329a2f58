import { sql, type SQL } from 'drizzle-orm'

/** The values that identify the erased person in the tables. */
export type Erased = { personId: string; email: string }

type RowFilter = (erased: Erased) => SQL

/**
 * How an erasure treats one table. `deleted`: the person's rows are deleted. `emptied`: their rows stay, `columns` are
 * overwritten, and `keeps` lists the text columns that identify no one. `untouched`: the table holds no personal data.
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

/** The rows whose `column` is the person's id. */
export const by =
  (column: string): RowFilter =>
  ({ personId }) =>
    sql`${sql.identifier(column)} = ${personId}`

/** The rows whose `email` is the person's address. */
export const byAddress: RowFilter = ({ email }) => sql`lower(email) = ${email}`

export const nothing = () => null
export const blank = () => ''

export const untouched = (why: string, ...tables: string[]): ErasureRule[] =>
  tables.map((table) => ({ table, fate: 'untouched', why }))

/** Why tables of several folders stay untouched. */
export const ofCreators = 'what creators publish, and counts of it'
export const ofNumbers = 'the creator’s figures, which count them without naming them'
export const ofTheSite = 'the site’s own records'
