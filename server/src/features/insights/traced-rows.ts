import type { TracedRow } from '@touchline/contract/insights.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { cursorOf, placeOf } from '#db/place-in-list.ts'
import type { Viewer } from '#http/viewer.ts'
import { sourceOf, type Traced } from './row-sources.ts'

type PageQuery = Traced & { before?: string | undefined; limit: number }

/** Counts the rows of a figure and adds up their cents; zero when the viewer may not see them. */
export async function sumOfRows(
  db: Queryable,
  query: Parameters<typeof sourceOf>[0],
): Promise<{ count: number; cents: number }> {
  const source = sourceOf(query)
  const nothing = { count: 0, cents: 0 }
  if (!source) return nothing
  const { from, columns, conditions } = source
  const { rows } = await db.execute<typeof nothing>(sql`
    select count(*)::int as count, coalesce(sum(row."amountCents"), 0)::int as cents
    from (select ${columns} from ${from} where ${sql.join([sql`true`, ...conditions], sql` and `)}) row`)
  return rows[0] ?? nothing
}

/**
 * Returns a page, newest first; the cursor is null at the end. `count` and `amountCents` add up to the figure.
 * Throws a 400 refusal for an invalid cursor.
 */
export async function tracedRows(
  db: Queryable,
  viewer: Viewer,
  { before, limit, ...traced }: PageQuery,
): Promise<{ rows: TracedRow[]; next: string | null }> {
  const place = before === undefined ? null : placeOf(before)
  const source = sourceOf({ ...traced, viewer })
  if (!source) return { rows: [], next: null }
  const { from, at, id, columns } = source
  const conditions = [
    sql`true`,
    ...source.conditions,
    ...(place ? [sql`(${at}, ${id}) < (${place.at}::timestamptz, ${place.id}::uuid)`] : []),
  ]
  const { rows } = await db.execute<TracedRow>(sql`
    select ${id} as id, ${at} as at, ${columns} from ${from}
    where ${sql.join(conditions, sql` and `)}
    order by ${at} desc, ${id} desc limit ${limit + 1}`)
  const page = rows.slice(0, limit).map((row) => Object.assign(row, { at: new Date(row.at).toISOString() }))
  const last = page.at(-1)
  const hasMore = rows.length > limit
  return { rows: page, next: hasMore && last ? cursorOf({ at: new Date(last.at), id: last.id }) : null }
}
