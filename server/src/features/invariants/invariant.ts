import type { SQL } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'

/** A sentence that is true for a healthy site. `broken` counts violations, `examples` are the first ones. */
export type Invariant = { name: string; checked: number; broken: number; examples: string[] }

export const maxExamples = 20

export const toInvariant = (name: string, checked: number, violations: string[]): Invariant => ({
  name,
  checked,
  broken: violations.length,
  examples: violations.slice(0, maxExamples),
})

/** Each query is a single statement, which sees concurrent writes entirely or not at all. */
export async function queryInvariant(
  db: Queryable,
  { name, all, violations }: { name: string; all: SQL; violations: SQL },
): Promise<Invariant> {
  const counted = await db.execute<{ checked: number }>(all)
  const { rows } = await db.execute<{ note: string }>(violations)
  return toInvariant(
    name,
    counted.rows[0]?.checked ?? 0,
    rows.map(({ note }) => note),
  )
}
