import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Row<Columns extends Record<string, PgColumn>> = {
  [Name in keyof Columns]: GetColumnData<Columns[Name]>
}

/**
 * Selects columns as one JSON array, which is faster: the driver spends as much time on one column as on a small JSON
 * value. Takes only types that JSON can represent: texts, integers, booleans, timestamps, arrays of texts and JSON.
 */
export function inOneColumn<Columns extends Record<string, PgColumn>>(columns: Columns): SQL<Row<Columns>> {
  return listOf(columns).mapWith((values: unknown[]) => readRow(columns, values))
}

/** Like `inOneColumn` for a left-joined table; null when `key`, a column that is not nullable, is null. */
export function inOneColumnIfThere<Columns extends Record<string, PgColumn>>(
  key: PgColumn,
  columns: Columns,
): SQL<Row<Columns> | null> {
  return inOneColumnIf(sql`${key} is not null`, columns)
}

/** Like `inOneColumn`, null unless `condition` is met. */
export function inOneColumnIf<Columns extends Record<string, PgColumn>>(
  condition: SQL,
  columns: Columns,
): SQL<Row<Columns> | null> {
  const list = sql<unknown>`case when ${condition} then ${listOf(columns)} end`
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
  // Every column has parsed its own value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return row as Row<Columns>
}
