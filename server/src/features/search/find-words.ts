import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { allOf, contains } from '#features/posts/feed/search-terms.ts'

/** A table of words `w` with an index of its words and one of its order, and the rows that a viewer reads beside it. */
export type Source = {
  table: SQL
  /** What `joins`, `order` and `hit` read of `w`. */
  columns: SQL
  order: SQL
  /** The rows of `w` behind a cursor. */
  isBehind: SQL
  /** Joins the live rows, and leaves out those that the viewer may not read. */
  joins: SQL
  hit: SQL
}

type Wanted = { terms: string[]; max: number }
type Scan<Hit> = { hits: Hit[]; scanned: number; termsSaid: number[] }

/** The first scan also estimates how frequent the words are; the second finds words that a hundredth of the rows say. */
const scans = [300, 10_000]
/** A term that more than one of this many rows say is not looked up in the index, which would collect all of them. */
const rareBelow = 20

const counts = (terms: string[]) =>
  sql.join(
    terms.map((_, index) => sql`count(*) filter (where said[${index + 1}])`),
    sql`, `,
  )

async function scanFirst<Hit>(
  db: Database,
  { table, columns, order, isBehind, joins, hit }: Source,
  { terms, max }: Wanted,
  rows: number,
): Promise<Scan<Hit>> {
  const each = sql.join(
    terms.map((term) => contains(sql`w.words`, [term])),
    sql`, `,
  )
  const { rows: found } = await db.execute<Scan<Hit>>(sql`
    with scanned as materialized (
      select ${columns}, ${contains(sql`w.words`, terms)} as is_match, array[${each}] as said
      from ${table} w where ${isBehind} order by ${order} limit ${rows}
    )
    select
      (select count(*)::int from scanned) as scanned,
      (select json_build_array(${counts(terms)}) from scanned) as "termsSaid",
      coalesce((select json_agg(hit) from (
        select ${hit} as hit from (select * from scanned where is_match) w ${joins} order by ${order} limit ${max}
      ) as found), '[]') as hits`)
  return found[0] ?? { hits: [], scanned: 0, termsSaid: [] }
}

async function lookUp<Hit>(
  db: Database,
  { table, columns, order, isBehind, joins, hit }: Source,
  { terms, max, rare }: Wanted & { rare: string[] },
): Promise<Hit[]> {
  const indexed = rare.length > 0 ? rare : terms
  // Otherwise the planner may walk through all rows in their order instead.
  const { rows } = await db.execute<{ hit: Hit }>(sql`
    with matching as materialized (
      select ${columns} from ${table} w
      where w.words @@ ${allOf(indexed)} and ${contains(sql`w.words`, terms)} and ${isBehind}
    )
    select ${hit} as hit from matching w ${joins} order by ${order} limit ${max}`)
  return rows.map((row) => row.hit)
}

/**
 * Returns the first hits of a source that contain all terms. Scans for frequent words and uses the index for rare ones,
 * so that the cost stays flat.
 */
export async function findWords<Hit>(db: Database, source: Source, wanted: Wanted): Promise<Hit[]> {
  const isCommon = new Set<string>()
  for (const rows of scans) {
    const { hits, scanned, termsSaid } = await scanFirst<Hit>(db, source, wanted, rows)
    if (hits.length >= wanted.max || scanned < rows) return hits
    for (const [index, term] of wanted.terms.entries())
      if ((termsSaid[index] ?? 0) > scanned / rareBelow) isCommon.add(term)
    if (hits.length === 0) break
  }
  return lookUp(db, source, { ...wanted, rare: wanted.terms.filter((term) => !isCommon.has(term)) })
}
