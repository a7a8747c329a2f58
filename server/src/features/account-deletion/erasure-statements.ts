import { sql, type SQL } from 'drizzle-orm'
import type { Erased, ErasureRule } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'

/** The erasure rules of every table, in the order of the features that own them. */
export const erasureRules = (features: Feature[]): ErasureRule[] =>
  features.flatMap(({ erase = [] }) => erase)

/** The SQL statements for the rules, in their order. */
export const erasureStatements = (rules: ErasureRule[], erased: Erased): SQL[] =>
  rules.flatMap((rule) => {
    if (!('whose' in rule)) return []
    const [table, which] = [sql.identifier(rule.table), rule.whose(erased)]
    if (rule.fate === 'deleted') return [sql`delete from ${table} where ${which}`]
    // PostgreSQL casts the untyped parameter to the type of the column.
    const values = Object.entries(rule.columns).map(
      ([column, valueOf]) => sql`${sql.identifier(column)} = ${valueOf(erased)}`,
    )
    return [sql`update ${table} set ${sql.join(values, sql`, `)} where ${which}`]
  })
