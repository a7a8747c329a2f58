import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Row<Columns extends Record<string, PgColumn>> = {
  [Name in keyof Columns]: GetColumnData<Columns[Name]>
}

/**
 * Columns that arrive as one value, for the reads every request makes: a driver has as much work with each column of a
 * result as with all of a small JSON value. Only for what JSON can carry: texts, whole numbers, booleans and moments.
 */
export function inOneColumn<Columns extends Record<string, PgColumn>>(columns: Columns): SQL<Row<Columns>> {
  return listOf(columns).mapWith((values: unknown[]) => readRow(columns, values))
}

/** The same of a table joined from the left: null where `key`, a column that never is null, says there is no row. */
export function inOneColumnIfThere<Columns extends Record<string, PgColumn>>(
  key: PgColumn,
  columns: Columns,
): SQL<Row<Columns> | null> {
  const list = sql<unknown>`case when ${key} is not null then ${listOf(columns)} end`
  return list.mapWith((values: unknown[] | null) => values && readRow(columns, values))
}

const listOf = (columns: Record<string, PgColumn>) =>
  sql`json_build_array(${sql.join(Object.values(columns), sql`, `)})`

function readRow<Columns extends Record<string, PgColumn>>(
  columns: Columns,
  values: unknown[],
): Row<Columns> {
  const row: Record<string, unknown> = {}
  let place = 0
  for (const name in columns) {
    const value = values[place++]
    row[name] = value === null ? null : columns[name]!.mapFromDriverValue(value)
  }
  // Every column has read its own value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return row as Row<Columns>
}
