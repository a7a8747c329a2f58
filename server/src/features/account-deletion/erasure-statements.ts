import { type SQL, sql } from 'drizzle-orm'
import { erasureTable } from './erasure-table.ts'
import type { Erased } from './erasure-rule.ts'

/** The statements that carry the table out, in its order. */
export const erasureStatements = (erased: Erased): SQL[] =>
  erasureTable.flatMap((entry) => {
    if (!('whose' in entry)) return []
    const [table, which] = [sql.identifier(entry.table), entry.whose(erased)]
    if (entry.fate === 'deleted') return [sql`delete from ${table} where ${which}`]
    // A value arrives as text of no type yet, and becomes that of its column.
    const values = Object.entries(entry.columns).map(
      ([column, valueOf]) => sql`${sql.identifier(column)} = ${valueOf(erased)}`,
    )
    return [sql`update ${table} set ${sql.join(values, sql`, `)} where ${which}`]
  })
