import type { SQL } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'

/**
 * A sentence that is true while the site is in order. `checked` is how many things were looked at, `broken` how many of
 * them it is not true of, and `examples` the first of those, each with a few words.
 */
export type Invariant = { name: string; checked: number; broken: number; examples: string[] }

export const maxExamples = 20

/** The same from a list of everything that breaks it. */
export const toInvariant = (name: string, checked: number, breaks: string[]): Invariant => ({
  name,
  checked,
  broken: breaks.length,
  examples: breaks.slice(0, maxExamples),
})

/**
 * Asks the database: `all` selects how many there are as `checked`, `breaks` selects a `note` for each that is wrong.
 * Each is one statement, so that what is written meanwhile is seen by it whole or not at all.
 */
export async function queryInvariant(
  db: Queryable,
  { name, all, breaks }: { name: string; all: SQL; breaks: SQL },
): Promise<Invariant> {
  const counted = await db.execute<{ checked: number }>(all)
  const { rows } = await db.execute<{ note: string }>(breaks)
  return toInvariant(
    name,
    counted.rows[0]?.checked ?? 0,
    rows.map(({ note }) => note),
  )
}
